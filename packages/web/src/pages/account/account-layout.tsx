import { Link, Outlet } from '@tanstack/react-router';
import { operations } from '../../api/api.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { useCurrentInView } from '../../components/use-current-in-view.ts';
import styles from './account.module.css';

/** The pages of the account; those that a role may not read are not offered. */
export function AccountLayout() {
  const session = useSession();
  const may = useMay();
  const bar = useCurrentInView(session !== undefined);
  const pages = [
    { to: '/account', label: 'You' },
    { to: '/account/members', label: 'Members' },
    { to: '/account/tokens', label: 'API tokens' },
    { to: '/account/webhook-secret', label: 'Webhook secret' },
    ...(may(operations.listAuditTrail)
      ? [{ to: '/account/audit-trail', label: 'Audit trail' } as const]
      : []),
  ] as const;
  return (
    <Page title="Account" lead={session && `${session.email}, ${session.role}`}>
      <nav ref={bar} className={styles['pages']} aria-label="Pages of the account">
        {pages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ className: styles['active'] ?? '', 'aria-current': 'page' }}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Page>
  );
}
