import { messageOf } from '../start-step.ts';
import type { BucketLocation } from '../storage/catalogue/bucket.ts';
import type { Check } from './check.ts';

/** No package has this hash. */
const absentName = '0'.repeat(64);

/**
 * Asks the bucket for an object that is not there, which takes the rights that reading a package does. By GET, because what
 * HEAD is answered does not say whether the object or the whole bucket is missing.
 */
export async function checkBucket(location: BucketLocation): Promise<Check> {
  const subject = 'packages';
  const name = `s3://${location.bucket}/${location.prefix}`;
  const { openS3Bucket } = await import('../storage/catalogue/s3-bucket.ts');
  try {
    await openS3Bucket(location).get(absentName);
    return { subject, state: 'fine', message: `${name} answers` };
  } catch (error) {
    const advice =
      'look at EXTAUDIT_PACKAGES_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and at the rights of the key';
    return { subject, state: 'problem', message: `${name}: ${messageOf(error)}`, advice };
  }
}
