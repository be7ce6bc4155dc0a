import { showControls } from '@extaudit/engine';
import { startService, untilSignal, type Service } from '@extaudit/server';
import packageJson from '../../package.json' with { type: 'json' };
import type { DemoFlags } from '../commands/demo.ts';
import { CommandError, exitCodes } from '../exit.ts';
import { writeNotice } from '../output.ts';
import { configOf } from '../service/service-options.ts';
import { auditAll, type DemoAudit } from './audit-all.ts';
import { findDemoExtensions } from './demo-extensions.ts';
import { ranking } from './ranking.ts';
import { signInHelp } from './sign-in-help.ts';

/** Imports and audits real extensions, prints their ranking and, unless told to exit, serves them. */
export async function runDemo(flags: DemoFlags): Promise<number> {
  const extensions = await findDemoExtensions();
  if (extensions.length === 0) {
    throw new CommandError(
      'there are no extensions to show: the demo needs the development dependencies (npm ci in a clone) or a browser with extensions',
    );
  }
  // A demo that ends by itself must not fail because another program has the port.
  const config = await configOf({ ...(flags.exit && { port: '0' }), ...flags });
  const service = await startService(config, { version: packageJson.version, log: writeNotice });
  try {
    const audits = await auditAll(service, extensions);
    print(`\n${ranking(audits)}\n\n${closingLine(audits)}`);
    if (!flags.exit) await serveUntilSignal(service, audits);
    return audits.some(({ analysis }) => analysis.state !== 'completed')
      ? exitCodes.error
      : exitCodes.fine;
  } finally {
    await service.stop();
  }
}

async function serveUntilSignal(service: Service, audits: readonly DemoAudit[]): Promise<void> {
  const example = audits[0]?.analysis;
  print(`\n${signInHelp(service, example)}\n\nThe service is running. Stop it with Ctrl-C.`);
  await untilSignal();
  writeNotice('stopping …');
}

function closingLine(audits: readonly DemoAudit[]): string {
  const completed = audits.filter(({ analysis }) => analysis.state === 'completed');
  const packed = completed.filter(({ analysis }) => analysis.report?.package.format === 'crx3');
  const signed = packed.filter(
    ({ analysis }) =>
      analysis.report?.signature.status === 'valid' &&
      analysis.report.signature.signer === 'chrome-web-store',
  );
  const failed = audits.filter(({ analysis }) => analysis.state !== 'completed');
  return [
    `${completed.length} extensions audited, ${failed.length} audits failed.`,
    `${signed.length} of ${packed.length} CRX3 files are signed by the Chrome Web Store.`,
    ...failed.map(
      ({ path, analysis }) =>
        `failed: ${showControls(path)}: ${analysis.reason ?? 'no reason given'}`,
    ),
  ].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
