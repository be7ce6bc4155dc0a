/** Where the objects of a bucket are, by `s3://bucket/prefix?endpoint=…&region=…`. */
export interface BucketLocation {
  readonly bucket: string;
  /** Before each name; empty or ending with a slash. */
  readonly prefix: string;
  /** Of a store that is not Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/**
 * Objects by name, which never change. Each call rejects with `PackagesUnavailableError` when the store does not answer, or
 * answers that it cannot, within its time.
 */
export interface Bucket {
  has(name: string): Promise<boolean>;
  /** Puts a file there, in parts where it is large; what fails leaves no parts behind. */
  put(name: string, path: string): Promise<void>;
  /** @returns `undefined` when there is none */
  get(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Also where there is none. */
  remove(name: string): Promise<void>;
  /** Gives up uploads in parts that processes which are gone have begun. */
  sweep(): Promise<void>;
}
