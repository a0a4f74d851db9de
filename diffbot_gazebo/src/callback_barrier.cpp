#include <diffbot_gazebo/callback_barrier.h>

#include <condition_variable>
#include <memory>
#include <mutex>

#include <boost/make_shared.hpp>

namespace diffbot_gazebo
{
namespace
{
/// More threads than this are not looked for.
constexpr std::size_t kMostThreads = 64;

struct Meeting
{
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t arrived = 0;
  bool over = false;
};

class Marker : public ros::CallbackInterface
{
public:
  explicit Marker(std::shared_ptr<Meeting> meeting) : meeting_(std::move(meeting)) {}

  CallResult call() override
  {
    std::unique_lock<std::mutex> lock(meeting_->mutex);
    ++meeting_->arrived;
    meeting_->changed.notify_all();
    meeting_->changed.wait(lock, [this] { return meeting_->over; });
    return Success;
  }

private:
  std::shared_ptr<Meeting> meeting_;
};
}  // namespace

CallbackBarrier::CallbackBarrier(ros::CallbackQueueInterface* queue) : queue_(queue) {}

void CallbackBarrier::countThreads(std::chrono::milliseconds patience)
{
  const std::size_t met = meet(kMostThreads, patience);
  if (met > threads_)
  {
    threads_ = met;
  }
}

bool CallbackBarrier::wait(std::chrono::milliseconds timeout) { return meet(threads_, timeout) == threads_; }

std::size_t CallbackBarrier::meet(std::size_t wanted, std::chrono::milliseconds timeout)
{
  auto meeting = std::make_shared<Meeting>();
  for (std::size_t i = 0; i < wanted; ++i)
  {
    queue_->addCallback(boost::make_shared<Marker>(meeting));
  }
  std::unique_lock<std::mutex> lock(meeting->mutex);
  meeting->changed.wait_for(lock, timeout, [&] { return meeting->arrived == wanted; });
  const std::size_t met = meeting->arrived;
  // Markers that nobody has called yet return at once when their turn comes.
  meeting->over = true;
  meeting->changed.notify_all();
  return met;
}

}  // namespace diffbot_gazebo
