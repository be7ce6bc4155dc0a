import { Link, useParams } from '@tanstack/react-router';
import { operations } from '../../../api/api.ts';
import { useMay } from '../../../api/session.ts';
import { Empty } from '../../../components/states.tsx';

/** In place of an extension that the catalogue does not have, as inventories and lists of known-malicious ids name some. */
export function Missing() {
  const { extensionId } = useParams({ from: '/members/extensions/$extensionId' });
  const may = useMay();
  return (
    <Empty title="The catalogue does not have this extension">
      <p>
        Nobody has added a package of <code className="foreign">{extensionId}</code>, and no store
        has given one.
      </p>
      {may(operations.uploadExtension) && (
        <p>
          <Link to="/upload" hash="ids">
            Ask its store for it
          </Link>{' '}
          or <Link to="/upload">drop its package</Link>.
        </p>
      )}
      <p>
        <Link to="/inventory">Inventories</Link> say which machines have it,{' '}
        <Link to="/intelligence">intelligence</Link> whether it is known to be malicious.
      </p>
    </Empty>
  );
}
