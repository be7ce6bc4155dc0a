import { Burger, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon } from './icon.tsx';
import { navigation } from './navigation.ts';
import { Palette } from './palette.tsx';
import styles from './shell.module.css';
import { SignedIn } from './signed-in.tsx';

/** What surrounds every page of members. */
export function Shell() {
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(menu.close, [path, menu.close]);
  useSearchKeys(palette.open);
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#main">
        Skip to the page
      </a>
      <header className={styles['bar']}>
        <Burger
          size="sm"
          opened={isMenuOpen}
          onClick={menu.toggle}
          aria-label="Navigation"
          aria-expanded={isMenuOpen}
        />
        <Link to="/" className={styles['brand']}>
          extaudit
        </Link>
        <Button variant="default" size="compact-sm" onClick={palette.open} aria-label="Search">
          <Icon name="search" />
        </Button>
      </header>
      <nav
        className={`${styles['side']} ${isMenuOpen ? styles['open'] : ''}`}
        aria-label="Main navigation"
      >
        <Link to="/" className={styles['brand']}>
          extaudit
        </Link>
        <button type="button" className={styles['search']} onClick={palette.open}>
          <Icon name="search" />
          <span>Search</span>
          <kbd>/</kbd>
        </button>
        <ul>
          {navigation.map(({ to, label, icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles['link']}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                activeProps={{ className: styles['active'] ?? '', 'aria-current': 'page' }}
              >
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <p className={styles['documents']}>
          <a href="/docs/guide/">Guide</a>
          <a href="/docs">API reference</a>
        </p>
        <SignedIn />
      </nav>
      <main id="main" className={styles['main']} tabIndex={-1}>
        <Outlet />
      </main>
      <Palette opened={isPaletteOpen} onClose={palette.close} />
    </div>
  );
}

/** `/` outside of fields, and Ctrl or Command with K everywhere. */
function useSearchKeys(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
      if (!isCommand && (event.key !== '/' || isTyping)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open]);
}
