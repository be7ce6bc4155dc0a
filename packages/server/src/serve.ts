import { once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import pino from 'pino';
import type { Config } from './config.ts';
import { becomeLastResort } from './last-resort.ts';
import { giveStartMemoryBack } from './give-start-memory-back.ts';
import { createLineWriter } from './line-writer.ts';
import { startService, type StartOptions } from './service.ts';
import { signInHelp } from './sign-in-help.ts';

/**
 * Runs the service until SIGTERM or SIGINT, then stops it in order; a second signal ends the process at once. An error
 * that nobody handled stops it in order, too, and ends the process with exit code 70. Standard output tells the operator
 * where the service listens and how to set it up, standard error is its log; neither has to be writable.
 */
export async function serve(
  config: Config,
  options: Omit<StartOptions, 'logger' | 'log' | 'failure'>,
): Promise<void> {
  const stopped = untilSignal();
  const tellLost = (count: number): void =>
    logger.warn(`${count} lines were lost because they could not be written`);
  const output = createLineWriter(1, tellLost);
  const errors = createLineWriter(2, tellLost);
  const logger = pino({ name: 'extaudit', serializers: { req: describeRequest } }, errors);
  const print = (line: string): void => output.write(`${line}\n`);
  const log = (message: string): void => errors.write(`${message}\n`);
  const lastResort = becomeLastResort((err) =>
    logger.fatal({ err }, 'nobody handled this error; the process stops in order and ends with 70'),
  );
  const failure = lastResort.signal;
  const service = await startService(config, { ...options, logger, log, failure }).catch(
    (error: unknown) => {
      lastResort.exitIfStruck();
      throw error;
    },
  );
  if (service.url !== undefined) print(`extaudit listens on ${service.url}`);
  else print('extaudit worker is running');
  if (service.metricsUrl !== undefined) print(`Metrics: ${service.metricsUrl}`);
  if (service.setupUrl !== undefined) {
    print(`There is no account yet. The setup URL with its one-time code: ${service.setupUrl}`);
  }
  if (service.url !== undefined) {
    print(`${signInHelp(service)}\nWhat can be called: ${service.url}/docs`);
    if (options.dashboardDir !== undefined)
      print(`The dashboard: ${service.setupUrl ?? service.url}`);
    if (options.guideDir !== undefined) print(`The guide: ${service.url}/docs/guide/`);
  }
  giveStartMemoryBack();
  await Promise.race([stopped, lastResort.struck]);
  const abandon = (): never => process.exit(1);
  process.once('SIGTERM', abandon).once('SIGINT', abandon);
  try {
    await service.stop();
  } finally {
    process.off('SIGTERM', abandon).off('SIGINT', abandon);
    lastResort.exitIfStruck();
  }
}

/** Resolves at the first SIGTERM or SIGINT. */
export async function untilSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
}

/** Queries are left out: they may hold codes. */
function describeRequest({ method, url, ip }: FastifyRequest): object {
  return { method, path: url.split('?', 1)[0], remoteAddress: ip };
}
