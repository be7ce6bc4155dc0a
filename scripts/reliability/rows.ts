/** A fault or a hostile input, and what must hold when it comes. Tests name the row that they show: `(row 7)`. */
export interface ReliabilityRow {
  readonly row: number;
  readonly fault: string;
  readonly guarantee: string;
  /** Of figures that its tests tell, where the guarantee gives a number. Tests alone leave room for slow machines. */
  readonly bounds: readonly Bound[];
}

/** A figure that a test tells, with the number as the pattern's one group. */
type Bound = readonly [figure: RegExp, atMost: number];

/** Numbers that are missing belong to guarantees that nothing shows yet; they keep their place. */
export const reliabilityRows: readonly ReliabilityRow[] = Object.entries({
  1: [
    'a receiver answers 500 for ever',
    '10 attempts over at least 72 h, then `exhausted`, logged and replayable',
  ],
  2: [
    'a receiver drips a byte every 200 ms for ever',
    'cut after 15 s in total, tried again; memory grows by less than 5 MB',
    [
      [/cut after (\d+) ms/, 15_500],
      [/ms, (-?\d+) bytes more held/, 5_000_000],
    ],
  ],
  3: ['a receiver answers 2 GB', 'at most 16 KiB are kept, and the attempt is logged'],
  4: ['a redirect to a private address', 'not followed, and a failure'],
  5: [
    'private addresses in every notation as webhook or callback',
    'refused when they are given, and again when they are dialled',
  ],
  6: [
    'a name that is public when checked and 127.0.0.1 when dialled',
    'the checked address is the one that is dialled',
  ],
  7: ['a receiver answers 410', 'the webhook is disabled, and its owner is told'],
  8: ['a receiver asks for patience of 30 years', 'the next attempt keeps within its bounds'],
  9: [
    'a secret is rotated between two attempts',
    'both verify for 24 h, the old one no longer after that',
  ],
  10: [
    "SIGKILL between a receiver's 200 and our commit",
    'delivered again, with the same id and bytes',
  ],
  11: [
    'SIGKILL of a worker during an audit',
    'the audit runs again within 15 s; one report',
    [[/runs again after (\d+) ms/, 15_000]],
  ],
  12: [
    '40 SIGKILLs at random moments under load',
    'no accepted analysis or alert is lost, none comes twice',
  ],
  13: [
    'SIGTERM with 10 jobs running',
    'no new job is taken; all end or go back within 30 s; exit 0, no server left behind',
    [[/ended with 0 after (\d+) ms/, 30_000]],
  ],
  14: [
    'SIGKILL of `serve` with the embedded database',
    'the next start adopts it, and nothing acknowledged is lost',
  ],
  15: [
    'the database connection hangs half open for 30 s',
    '503 meanwhile, and recovery without help',
  ],
  16: ['100 triggers at once for one version', 'one job and one `messageId`'],
  17: [
    '300 unimportant jobs, then an important one',
    'the important one is next; 300 empty jobs drain in less than 5 s',
    [[/301 jobs in (\d+) ms/, 5_000]],
  ],
  18: ['two schedulers with clocks 2 min apart', 'each check is made once per slot'],
  19: ['600 calls through three processes with a limit of 20', 'exactly 20 pass'],
  20: ['10,000 other accounts are counted while one is blocked', 'the blocked one stays blocked'],
  21: ['a request of another site with the cookie', '403, and nothing changes'],
  22: ['two session cookies, one after its end, a forged one', '401'],
  23: ['somebody reads the whole database', 'nothing in it signs anybody in'],
  24: [
    'a stranger reaches a fresh installation first',
    'nobody becomes owner without the printed code',
  ],
  25: [
    'archive bombs: overlapping, nested, 70,000 entries, 1000:1',
    'refused in less than 1 s and 50 MB',
  ],
  26: [
    'archives that tools read differently: paths, doubles, wrong headers',
    'nothing reaches the disk; a finding, and never `clean`',
  ],
  27: [
    'CRX headers that lie, foreign proofs, files cut off anywhere',
    'a client error, and at most 1 MiB allocated',
  ],
  28: [
    'manifests with BOM, comments, double keys, NUL, lone surrogates, depth 201, 20 MB',
    'read as Chromium reads them or refused; the bytes come back unchanged',
  ],
  29: [
    'scripts with 100,000 nested functions, 50 MB on a line, a million elements',
    'other audits go on, and the report says what it could not read',
  ],
  30: [
    'inputs built to make patterns back-track',
    'no rule takes more than 1 s for a file; searches answer as ever',
    [[/the slowest of \d+ rules took (\d+) ms/, 1_000]],
  ],
  31: [
    'requests made from the OpenAPI document, hostile values among them',
    'no 5xx, and every answer matches the document',
  ],
  32: ['two accounts', 'nothing of one is seen or changed by the other'],
  33: [
    'the disk is full while a package, a row or the log is written',
    '503 or 507, nothing half written, and recovery; of the log only lines are lost',
  ],
  34: ['HTML and script in the texts of packages', 'served as text that no browser runs'],
  35: [
    'webhook, callback, update and store addresses whose connection fails at once',
    'a failed attempt that is tried again; the process lives',
  ],
  36: [
    'PostgreSQL ends all connections under 50 clients; SIGKILL of the embedded server',
    'only 503 with `Retry-After`, back within 5 s, and nothing acknowledged is lost',
    [[/the last refusal (\S+) s after the fault/, 5]],
  ],
  37: [
    'an unsigned or forged package under a genuine id and version',
    "refused or kept beside; the store's package is judged as if it were not there",
  ],
  38: [
    'SIGTERM with 14 heavy audits queued on 10 processes',
    'no audit starts after it; exit 0 within 30 s; the work goes on at the next start',
    [[/exit 0 (\S+) s after the signal/, 30]],
  ],
  39: [
    '16 uploads of 100 MB that never end, by one token',
    'memory grows by less than 100 MB; a cap per account; files go when the client does',
    [[/memory grew by (-?\d+) MB/, 100]],
  ],
  40: [
    'a manifest with 1,000,000 permissions, hosts or matches',
    'refused or bounded; its clusters answer in less than 100 ms',
    [[/both clusters: p50 (\S+) ms/, 100]],
  ],
  41: [
    '300 connections of one token as fast as they can',
    "another account's median is at most 3 times what it was; refusals write no shared row",
    [
      [/(\S+) times as long, let through/, 3],
      [/(\S+) times as long, refused/, 3],
    ],
  ],
  42: [
    'eight audits of 5 MB of script at once',
    'files, reports, lists and uploads stay below 1 s at the 99th percentile',
    [
      [/files: .+, p99 (\S+) ms/, 1_000],
      [/reports: .+, p99 (\S+) ms/, 1_000],
      [/lists: .+, p99 (\S+) ms/, 1_000],
      [/uploads: .+, p99 (\S+) ms/, 1_000],
    ],
  ],
  43: ['names that are one on Windows and macOS', 'a finding of the kind that is never `clean`'],
  44: [
    'a leaked write token of an owner',
    'changes no member or token and reads no secret without the scope `manage`',
  ],
  45: [
    '12 wrong passwords for an owner from elsewhere',
    'the owner still signs in from a known place; guessing stays slow',
  ],
  46: [
    'the same package scanned alone and on a machine with too much to do',
    'the same report but for its times: steps, bytes and nodes decide what it says',
  ],
  48: [
    'an emptied postmaster.pid, wrong key files, a full disk at first start, an unusable data folder, an old Node.js',
    'one sentence that says what to do, exit 1 within 5 s, and nothing made by mistake',
    [[/refused after (\S+) s/, 5]],
  ],
  49: [
    'a backup under load, restored where the old machine is gone',
    'every acknowledged upload, report, monitor, secret and undelivered alert is there and goes on',
  ],
  50: [
    'the S3 store of the packages is away, slow, or loses an answer after it did what was asked',
    '503 with `Retry-After`, audits wait, nothing is lost, and what nobody needs is collected',
  ],
  51: [
    'two Host headers, a path or query of 9 KiB, headers of 20 KiB',
    '400, 414 or 431 as the document declares, in the failure envelope',
  ],
  52: [
    'versions such as 99999.1, 1.2.3.4.5 and 01.2',
    'refused at upload with the reason; read by `scan` with a finding',
  ],
} satisfies Readonly<
  Record<number, readonly [fault: string, guarantee: string, bounds?: readonly Bound[]]>
>).map(([row, [fault, guarantee, bounds = []]]) => ({
  row: Number(row),
  fault,
  guarantee,
  bounds,
}));
