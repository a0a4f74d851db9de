# The start-up file of `./diffbot shell`, and of shells in the dev container: prompt, workspace.
DIFFBOT_ROOT=${DIFFBOT_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
if [ -e "$DIFFBOT_ROOT/devel/setup.bash" ]; then
  . "$DIFFBOT_ROOT/devel/setup.bash"
else
  echo "The workspace is not built yet: catkin build, then . devel/setup.bash" >&2
fi
alias ls='ls --color=auto'
PS1='\[\e[1;34m\](diffbot)\[\e[0m\] \w\$ '
HISTFILE=$HOME/.bash_history
