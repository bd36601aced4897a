import { runDoctorCommand } from '../apps/server/src/doctor/doctor-command.ts';

/** Looks at a deployment from inside and says what to mend. */

process.umask(0o077);
const status = await runDoctorCommand({
  args: process.argv.slice(2),
  environment: process.env,
  out: process.stdout,
});
// Native libraries may keep threads for a while; a pipe may still be taking what was said.
process.stdout.write('', () => process.exit(status));
