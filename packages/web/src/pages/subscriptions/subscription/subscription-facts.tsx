import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import { ExtensionLink } from '../../../components/extension-link.tsx';
import { formatCount, Moment, sentenceCase, words } from '../../../components/format.tsx';
import { formatNames } from '../../../components/message-formats.ts';
import type { Subscription } from '../draft.ts';
import { frequencyNames, Watched } from '../watched.tsx';
import styles from './subscription.module.css';

/** Each name is asked for by itself. */
const namesMax = 20;

/** What is watched, which changes are told, how often, and where to. */
export function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const { extension_ids, events, min_severity, frequency, next_digest_at, url } = subscription;
  const shown = extension_ids.slice(0, namesMax);
  return (
    <dl className={styles['facts']}>
      <dt>Watches</dt>
      <dd>
        <Watched subscription={subscription} />
        {shown.length > 0 && (
          <div className={styles['extensions']}>
            {shown.map((id) => (
              <ExtensionLink key={id} extensionId={id} />
            ))}
            {extension_ids.length > shown.length && (
              <span className="soft">
                and {formatCount(extension_ids.length - shown.length)} more
              </span>
            )}
          </div>
        )}
      </dd>
      <dt>Events</dt>
      <dd>
        {events.length === monitorEventTypes.length
          ? 'All'
          : sentenceCase(events.map(words).join(', '))}
      </dd>
      <dt>Severity</dt>
      <dd>{min_severity === 'info' ? 'All' : `${sentenceCase(min_severity)} and worse`}</dd>
      <dt>How often</dt>
      <dd>
        {frequencyNames[frequency]}
        {next_digest_at !== null && (
          <>
            , next <Moment at={next_digest_at} />
          </>
        )}
      </dd>
      <dt>Sent to</dt>
      <dd>
        <span className="foreign">{url.replace(/^mailto:/, '')}</span>{' '}
        <span className="soft">as {formatNames[subscription.format]}</span>
      </dd>
    </dl>
  );
}
