/// White noise.
#ifndef CONTROL_TOOLBOX_DITHER_H
#define CONTROL_TOOLBOX_DITHER_H

#include <random>

namespace control_toolbox {

/// Gaussian white noise with zero mean.
class Dither {
 public:
  Dither();
  ~Dither();

  /// The next value; 0 before init.
  double update();

  /**
   * @param amplitude standard deviation of the noise, not negative
   * @param seed equal seeds give equal sequences
   * @return false, with nothing changed, if the amplitude is negative or a value is not finite
   */
  bool init(const double& amplitude, const double& seed);

  /// A seed that differs from call to call.
  static double generateRandomSeed();

 private:
  double amplitude_ = 0.0;
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

}  // namespace control_toolbox

#endif  // CONTROL_TOOLBOX_DITHER_H
