#!/bin/sh
# Finishes a Debian 11 root file system that has the packages of packages.txt. Runs in it as root:
# by ./diffbot in the new root file system, by .devcontainer/Dockerfile in the image.
#   setup.sh FOLDER KEY   FOLDER holds this file, requirements.txt and files/; KEY is the recipe's
set -eu
folder=$1
key=$2

echo "step: files"
# No --preserve: the files become root's, whoever owns the checkout.
cp -R "$folder/files/." /
# A container engine mounts its own /etc/hosts, which already has the line.
grep -q localhost /etc/hosts 2>/dev/null || echo "127.0.0.1 localhost" > /etc/hosts

echo "step: Python packages"
python3 -m pip install --quiet --no-cache-dir --disable-pip-version-check \
  --no-deps --require-hashes --only-binary :all: --requirement "$folder/requirements.txt"

echo "step: clean up"
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/lib/dpkg/*-old
rm -rf /var/log/apt /var/log/*.log

echo "step: check"
for command in catkin catkin_lint clang-format cmake flake8 roslaunch rosrun rostest xacro xmllint
do
  command -v "$command" > /dev/null || { echo "setup.sh: $command is missing" >&2; exit 1; }
done
python3 -c "import matplotlib, numpy, rospy, serial, threading; threading.Thread.isAlive"
mkdir -p /tmp/check/src
catkin config --workspace /tmp/check --init > /dev/null
catkin list --workspace /tmp/check > /dev/null

# Written last: ./diffbot takes a root file system with this file for a finished environment.
echo "$key" > /etc/diffbot-environment
