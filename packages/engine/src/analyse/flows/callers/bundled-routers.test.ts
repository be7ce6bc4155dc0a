import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const worker = `chrome.runtime.onMessage.addListener(function (m) { chrome.tabs.executeScript({ code: m.code }); });`;
const expected = 'page-message content.js > script-injection worker.js (exposure, high)';

function isReached(content: string, background = worker): boolean {
  return flowsBetween({ 'content.js': content, 'worker.js': background }).includes(expected);
}

describe('modules of bundles', () => {
  const browserify = (
    bridge: string,
  ): string => `(function e(t,n,r){function s(o){if(!n[o]){var l=n[o]={exports:{}};
    t[o][0].call(l.exports,function(e){return s(t[o][1][e]||e)},l,l.exports)}return n[o].exports}s(r[0])})({
    1:[function(require,module,exports){ module.exports = function (win, hear) {
      win.addEventListener('message', function (e) { if (e.source === win) hear(e.data); }); }; },{}],
    2:[function(require,module,exports){ var bridge = require('./bridge'); ${bridge} },{'./bridge':1}]},{},[2])`;

  it('are called through the variable that a module which is a function was given', () => {
    const hear = 'bridge(window, function (m) { chrome.runtime.sendMessage({ code: m.code }); });';
    assert.equal(isReached(browserify(hear)), true);
    assert.equal(isReached(browserify(hear.replace('m.code', "'fixed'"))), false);
  });

  it('call functions of others as Object(module.name)(x), and jQuery by a name of their own', () => {
    const webpack = (
      sent: string,
    ): string => `!function(e){var t={};function n(r){if(t[r])return t[r].exports;var o=t[r]={i:r,l:!1,exports:{}};
      return e[r].call(o.exports,o,o.exports,n),o.l=!0,o.exports}n(n.s=1)}([
      function(e,t,n){"use strict";n.d(t,"send",(function(){return r}));function r(e){chrome.runtime.sendMessage({code:e})}},
      function(e,t,n){"use strict";var r=n(2),o=n.n(r),i=n(0);o()(window).on("message",(function(e){var t=e.originalEvent.data;Object(i.send)(${sent})}))},
      function(e,t,n){e.exports=window.jQuery}]);`;
    assert.equal(isReached(webpack('t.code')), true);
    assert.equal(isReached(webpack('"fixed"')), false);
  });
});

describe('code of the closure compiler', () => {
  const content = `(function(){function k(a){this.a=a;this.b=chrome.runtime.connect({name:"k"});this.a.addEventListener("message",l(this.c,this),!1)}
    function l(a,b){return function(){return a.apply(b,arguments)}}
    k.prototype.c=function(a){a=a.data;a&&"co"===a.g&&m(this,a.i,a.j)};
    function m(a,b,c){a.b.postMessage({f:b,h:c})}new k(window)}).call(this);`;
  const background = `(function(){function n(){this.a={};this.a.x=p(this.d,this);this.a.y=p(this.e,this);chrome.runtime.onConnect.addListener(p(this.b,this))}
    function p(a,b){return function(){return a.apply(b,arguments)}}
    n.prototype.b=function(a){var b=this;a.onMessage.addListener(function(c){b.c(c,a)})};
    n.prototype.c=function(a,b){var c=this.a[a.f];c&&c(a.h,b)};
    n.prototype.d=function(a,b){chrome.tabs.executeScript(b.sender.tab.id,{code:a})};
    n.prototype.e=function(a,b){b.postMessage({l:1})};new n}).call(this);`;
  const reached = (flows: readonly string[]): boolean =>
    flows.some((flow) => flow.startsWith('page-message content.js > script-injection worker.js'));

  it('is followed through bound methods, ports and tables with short names', () => {
    assert.equal(reached(flowsBetween({ 'content.js': content, 'worker.js': background })), true);
  });

  it('is not where the method runs a constant', () => {
    const fixed = background.replace('b.sender.tab.id,{code:a}', '{code:"1"}');
    assert.equal(reached(flowsBetween({ 'content.js': content, 'worker.js': fixed })), false);
  });
});
