/** Processor seconds of the fastest of a few rounds, after one to warm up; others on the machine count less so. */
export async function fastestSeconds(
  work: () => void | Promise<void>,
  rounds: number,
): Promise<number> {
  let fastest = Infinity;
  for (let round = 0; round <= rounds; round++) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    if (round > 0) fastest = Math.min(fastest, (user + system) / 1e6);
  }
  return fastest;
}
