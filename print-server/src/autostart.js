/* Starts the server with the computer, through systemd, launchd or the Task Scheduler. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

const label = 'daftar-print-server';

/** @typedef {{ file?: string, content?: string, start: string[][], stop: string[][], where: string }} Way */

/** @param {string} text */
const quote = (text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
/** @param {string} text */
const xml = (text) => text.replace(/[<>&"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** @param {string[]} command @param {boolean} root @returns {Way} */
function systemd(command, root) {
  const user = root ? [] : ['--user'];
  return {
    file: join(
      root ? '/etc/systemd/system' : join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'systemd/user'),
      `${label}.service`,
    ),
    content: `[Unit]
Description=Daftar print server
After=network.target cups.service

[Service]
ExecStart=${command.map(quote).join(' ')}
Restart=always
RestartSec=3
NoNewPrivileges=yes

[Install]
WantedBy=${root ? 'multi-user.target' : 'default.target'}
`,
    // Without lingering, a user's services run only while the user is signed in.
    start: [
      ['systemctl', ...user, 'daemon-reload'],
      ['systemctl', ...user, 'enable', '--now', label],
      ...(root ? [] : [['loginctl', 'enable-linger', userInfo().username]]),
    ],
    stop: [['systemctl', ...user, 'disable', '--now', label]],
    where: `systemctl ${user.join(' ')}${root ? '' : ' '}status ${label}`,
  };
}

/** @param {string[]} command @returns {Way} */
function launchd(command) {
  const file = join(homedir(), 'Library/LaunchAgents', `${label}.plist`);
  const domain = `gui/${process.getuid?.() ?? 501}`;
  return {
    file,
    content: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${xml(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
</dict>
</plist>
`,
    start: [['launchctl', 'bootstrap', domain, file]],
    stop: [['launchctl', 'bootout', `${domain}/${label}`]],
    where: `launchctl print ${domain}/${label}`,
  };
}

/** @param {string[]} command @param {string} home @returns {Way} */
function taskScheduler(command, home) {
  const user = process.env.USERDOMAIN ? `${process.env.USERDOMAIN}\\${userInfo().username}` : userInfo().username;
  const [program = '', ...words] = command;
  const file = join(home, 'task.xml');
  return {
    file,
    content: `\ufeff<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers><LogonTrigger><Enabled>true</Enabled><UserId>${xml(user)}</UserId></LogonTrigger></Triggers>
  <Principals><Principal id="Author"><UserId>${xml(user)}</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec><Command>conhost.exe</Command><Arguments>--headless ${xml([program, ...words].map((word) => `"${word.replaceAll('"', '')}"`).join(' '))}</Arguments></Exec>
  </Actions>
</Task>
`,
    start: [
      ['schtasks', '/create', '/tn', label, '/xml', file, '/f'],
      ['schtasks', '/run', '/tn', label],
    ],
    stop: [
      ['schtasks', '/end', '/tn', label],
      ['schtasks', '/delete', '/tn', label, '/f'],
    ],
    where: `schtasks /query /tn ${label}`,
  };
}

/** @param {NodeJS.Platform} platform @param {string[]} command @param {string} home @param {boolean} [root] @returns {Way} */
export function wayOf(platform, command, home, root = process.getuid?.() === 0) {
  if (platform === 'win32') return taskScheduler(command, home);
  return platform === 'darwin' ? launchd(command) : systemd(command, root);
}

/** @param {string[]} step */
function run([program = '', ...words]) {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`${[program, ...words].join(' ')}: ${error?.message ?? stderr.trim()}`);
}

/** @param {Way} way */
export function install({ file, content = '', start, stop }) {
  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, process.platform === 'win32' ? 'utf16le' : 'utf8');
  }
  // Stops the service of an earlier installation.
  for (const step of stop)
    try {
      run(step);
    } catch {
      /* Nothing was installed before. */
    }
  start.forEach(run);
}

/** @param {Way} way */
export function uninstall({ file, stop }) {
  stop.forEach(run);
  if (file) rmSync(file, { force: true });
}
