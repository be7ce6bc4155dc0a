import type { Command } from 'commander';
import { addListOptions } from '../list/list-options.ts';
import type { QuarantineFlags, QuarantineListFlags } from '../service/run-quarantine.ts';
import { addDataOption, type ServiceFlags } from '../service/service-options.ts';

export function register(program: Command): void {
  const quarantine = program
    .command('quarantine')
    .summary('put packages out of reach without deleting them')
    .description(
      'Packages that nobody gets: their files are not shown, no audit reads them, and the same bytes are not taken again from an upload, an import or a store. What was reported of them stays, and so do their bytes, as evidence.',
    )
    .addHelpText(
      'after',
      `
A package is named by the SHA-256 of its bytes, which its reports and the dashboard's versions show; it need not have come yet.
An audit that is under way ends as it would have. The service may run meanwhile.

Examples:
  $ extaudit quarantine add 3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea --reason "by order of a court"
  $ extaudit quarantine list
  $ extaudit quarantine release 3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea`,
    );
  const add = quarantine
    .command('add')
    .summary('put a package into quarantine, or give it another reason')
    .argument('<sha256>', 'SHA-256 of the package')
    .requiredOption('--reason <text>', 'why, for everyone who asks for the package');
  addDataOption(add).action(async (sha256: string, flags: QuarantineFlags) => {
    const { runQuarantineAdd } = await import('../service/run-quarantine.ts');
    await runQuarantineAdd(sha256, flags);
  });
  const list = addListOptions(
    quarantine.command('list').summary('list the packages in quarantine, the latest first'),
  );
  addDataOption(list).action(async (flags: QuarantineListFlags) => {
    const { runQuarantineList } = await import('../service/run-quarantine.ts');
    await runQuarantineList(flags);
  });
  const release = quarantine
    .command('release')
    .summary('take a package out of quarantine; what was not audited meanwhile will be')
    .argument('<sha256>', 'SHA-256 of the package');
  addDataOption(release).action(async (sha256: string, flags: ServiceFlags) => {
    const { runQuarantineRelease } = await import('../service/run-quarantine.ts');
    await runQuarantineRelease(sha256, flags);
  });
}
