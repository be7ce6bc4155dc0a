import { createHash } from 'node:crypto';
import { passwordLengthMin } from '@extaudit/contract';

/** A page on which somebody who holds a one-time code chooses a password. */
export interface PasswordPage {
  /** Also the path that the form is sent to. */
  readonly path: `/${string}`;
  readonly title: string;
  readonly intro: string;
  readonly button: string;
  /** Whether the person also tells the e-mail address. */
  readonly asksEmail: boolean;
}

export interface PageState {
  readonly code: string;
  readonly email?: string;
  /** What was wrong with the last try. */
  readonly problem?: string;
}

/** The page with its form, which works without any script. */
export function formPage(page: PasswordPage, { code, email = '', problem }: PageState): string {
  const alert =
    problem === undefined ? '' : `<p class="problem" role="alert">${escape(problem)}</p>`;
  const emailField = page.asksEmail
    ? field(
        'email',
        'E-mail address',
        `type="email" autocomplete="username" maxlength="254" value="${escape(email)}"`,
      )
    : '';
  const password = `type="password" autocomplete="new-password" minlength="${passwordLengthMin}" maxlength="1024"`;
  const hint = `<small id="hint">At least ${passwordLengthMin} characters. A sentence is fine.</small>`;
  return document(
    page.title,
    `<p>${page.intro}</p>${alert}
<form method="post" action="${page.path}">
<input type="hidden" name="code" value="${escape(code)}">
${emailField}
${field('password', 'Password', `${password} aria-describedby="hint"`, hint)}
${field('again', 'Password again', password)}
<button>${page.button}</button>
</form>`,
  );
}

/** What is shown instead of the form: `text` may say what to do next. */
export function messagePage(title: string, text: string): string {
  return document(
    title,
    `<p>${escape(text)}</p>
<p><a href="/docs">What the service can do</a></p>`,
  );
}

/** For all pages of this file: their one style sheet, their form, and nothing else. */
export function passwordPagePolicy(): string {
  const hash = createHash('sha256').update(styles).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function field(name: string, label: string, attributes: string, hint = ''): string {
  return `<label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes} required>${hint}`;
}

function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – extaudit</title>
<style>${styles}</style>
</head>
<body>
<main>
<p class="brand">extaudit</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

const styles = `
:root { color-scheme: light dark; --line: light-dark(#8a8f98, #7d838d); --accent: light-dark(#1c5d99, #8fc1f0); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  font: 1rem/1.5 system-ui, sans-serif; color: light-dark(#1b1e23, #e8eaed); background: light-dark(#f4f5f7, #16181c); }
main { width: 100%; max-width: 26rem; padding: 2rem; border-radius: .75rem;
  background: light-dark(#fff, #202329); border: 1px solid light-dark(#dcdfe4, #343840); }
.brand { margin: 0; font-weight: 600; color: var(--accent); }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { width: 100%; padding: .6rem .75rem; font: inherit; color: inherit; background: light-dark(#fff, #16181c);
  border: 1px solid var(--line); border-radius: .4rem; }
small { display: block; margin-top: .25rem; color: light-dark(#555b65, #a9afb9); }
button { width: 100%; margin-top: 1.5rem; padding: .7rem; font: inherit; font-weight: 600; cursor: pointer;
  color: light-dark(#fff, #10151b); background: var(--accent); border: 0; border-radius: .4rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
.problem { padding: .6rem .75rem; border-radius: .4rem; border-left: 4px solid light-dark(#b3261e, #f2b8b5);
  background: light-dark(#fceeee, #3a2322); overflow-wrap: anywhere; }
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
