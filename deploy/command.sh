#!/bin/sh
# A command with the settings and the user of the systemd service, as root: sh deploy/command.sh backup -- /var/lib/parts-dispatch/monday.backup
exec systemd-run --quiet --wait --pipe --collect --uid=parts-dispatch --working-directory=/opt/parts-dispatch \
  --property=EnvironmentFile=-/etc/parts-dispatch.env --setenv=NODE_ENV=production \
  --setenv=DATA_DIR=/var/lib/parts-dispatch --setenv=NPM_CONFIG_LOGS_MAX=0 npm run --silent "$@"
