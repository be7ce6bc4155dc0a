// Ends an audit process whose parent was killed, even while its main thread is stuck in a parser.

const parent = process.ppid;
const intervalMilliseconds = 1000;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, intervalMilliseconds);
