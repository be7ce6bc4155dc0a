const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Methods that give back the element itself, a copy of it, or what lies in it. */
export const staying = words(
  'addClass append appendTo attr children cloneNode contents css eq filter find first getElementById getElementsByClassName getElementsByName ' +
    'getElementsByTagName get html insertAfter insertBefore item last on prependTo prop querySelector querySelectorAll',
);
/** Properties of an element that lead to what lies in it; what stands beside it or around it may be the page's. */
export const inner = words(
  'body childNodes children content contentDocument documentElement elements firstChild firstElementChild lastChild lastElementChild shadowRoot',
);
/** Methods that hand each element of a list to a function. */
export const eachOf = words('each every filter find forEach map some');
/** Methods that look elements up. */
export const lookups = words(
  'getElementById getElementsByClassName querySelector querySelectorAll',
);
