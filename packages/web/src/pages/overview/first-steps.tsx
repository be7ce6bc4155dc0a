import { Link } from '@tanstack/react-router';
import { operations } from '../../api/api.ts';
import { useMay } from '../../api/session.ts';
import { Panel } from '../../components/page.tsx';
import { Empty } from '../../components/states.tsx';
import styles from './overview.module.css';

/** What to do on an empty installation. */
export function FirstSteps() {
  const may = useMay();
  if (!may(operations.uploadExtension)) {
    return (
      <Empty title="Nothing is in the catalogue yet">
        An analyst or owner can add extensions. What they add appears here.
      </Empty>
    );
  }
  return (
    <Panel title="Nothing is in the catalogue yet. Three ways to begin:">
      <ol className={styles['steps']}>
        <li>
          <b>
            <Link to="/upload">Drop a package</Link>
          </b>
          <p className="soft">A CRX, ZIP or XPI file. Its report is there within seconds.</p>
        </li>
        <li>
          <b>
            <Link to="/upload" hash="ids">
              Paste an id or the address of a store
            </Link>
          </b>
          <p className="soft">The package is fetched from the store and audited.</p>
        </li>
        <li>
          <b>
            <Link to="/inventory">Import an inventory</Link>
          </b>
          <p className="soft">
            What osquery, Fleet, Google Admin or Microsoft Defender found on your machines, or a
            list of ids: all of it is fetched and audited.
          </p>
        </li>
      </ol>
      <p className="soft small">
        On a machine with browsers, <code>extaudit import --installed</code> takes in what they
        have.
      </p>
    </Panel>
  );
}
