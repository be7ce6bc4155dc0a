import { post } from '../case.ts';
import type { Row } from '../pairs.ts';

/** Of all cookies and a number one is sent, and the other is handed along. */
const handOver = (send: string): string =>
  `chrome.cookies.getAll({}, function (c) { ${send}(«c¦5», «5¦c»); });`;
const send = `function send(x, y) { ${post('x')}; void y; }`;

const webpackRuntime = (
  modules: string,
  chunk: string,
): string => `/******/ (() => { // webpackBootstrap
/******/ 	"use strict";
/******/ 	var __webpack_modules__ = ({${modules}});
/******/ 	var __webpack_module_cache__ = {};
/******/ 	function __webpack_require__(moduleId) {
/******/ 		var cachedModule = __webpack_module_cache__[moduleId];
/******/ 		if (cachedModule !== undefined) { return cachedModule.exports; }
/******/ 		var module = __webpack_module_cache__[moduleId] = { exports: {} };
/******/ 		__webpack_modules__[moduleId](module, module.exports, __webpack_require__);
/******/ 		return module.exports;
/******/ 	}
/******/ 	__webpack_require__.m = __webpack_modules__;
/******/ 	(() => { __webpack_require__.d = (exports, definition) => { for(var key in definition) { if(__webpack_require__.o(definition, key) && !__webpack_require__.o(exports, key)) { Object.defineProperty(exports, key, { enumerable: true, get: definition[key] }); } } }; })();
/******/ 	(() => { __webpack_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop)) })();
/******/ 	(() => { __webpack_require__.r = (exports) => { if(typeof Symbol !== 'undefined' && Symbol.toStringTag) { Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' }); } Object.defineProperty(exports, '__esModule', { value: true }); }; })();
${chunk}
/******/ })();`;

const minifiedWebpack = (modules: string, entry: string): string =>
  `(()=>{"use strict";var e={${modules}},t={};function r(n){var o=t[n];if(void 0!==o)return o.exports;var i=t[n]={exports:{}};return e[n](i,i.exports,r),i.exports}r.m=e,r.d=(e,t)=>{for(var n in t)r.o(t,n)&&!r.o(e,n)&&Object.defineProperty(e,n,{enumerable:!0,get:t[n]})},r.o=(e,t)=>Object.prototype.hasOwnProperty.call(e,t);${entry}})();`;

/** Chunks that a worker loads by `importScripts`. */
const chunkLoading = `r.f={},r.e=e=>Promise.all(Object.keys(r.f).reduce((t,n)=>(r.f[n](e,t),t),[])),r.u=e=>e+".js",(()=>{r.p="";var t={792:1};r.f.i=(e,n)=>{t[e]||importScripts(r.p+r.u(e))};var n=self.webpackChunktides=self.webpackChunktides||[],o=n.push.bind(n);n.push=n=>{var[i,a,c]=n;for(var s in a)r.o(a,s)&&(r.m[s]=a[s]);for(c&&c(r);i.length;)t[i.pop()]=1;o(n)}})();`;

/** Chunks that are loaded before the one that runs them. */
const chunksBefore = `(()=>{var e={792:0};r.O=(e,t,n,o)=>{if(t){return}return n()};var t=(t,n)=>{var o,i,[a,c,s]=n,u=0;if(a.some(t=>0!==e[t])){for(o in c)r.o(c,o)&&(r.m[o]=c[o]);if(s)var l=s(r)}for(t&&t(n);u<a.length;u++)i=a[u],r.o(e,i)&&e[i]&&e[i][0](),e[i]=0},n=self.webpackChunktides=self.webpackChunktides||[];n.forEach(t.bind(null,0)),n.push=t.bind(null,n.push.bind(n))})();`;

const evaluating = {
  manifest_version: 2,
  content_security_policy: "script-src 'self' 'unsafe-eval'; object-src 'self'",
  permissions: ['cookies', '<all_urls>'],
  host_permissions: undefined,
  background: { scripts: ['worker.js'] },
};

const evaluated = (code: string): string =>
  `eval(${JSON.stringify(`${code}\n\n//# sourceURL=webpack://tides/./src/send.js?`)})`;

const parcel = `var $parcel$global = globalThis; var $parcel$modules = {}; var $parcel$inits = {}; var parcelRequire = $parcel$global["parcelRequire94c2"]; if (parcelRequire == null) { parcelRequire = function(id) { if (id in $parcel$modules) { return $parcel$modules[id].exports; } if (id in $parcel$inits) { var init = $parcel$inits[id]; delete $parcel$inits[id]; var module = {id: id, exports: {}}; $parcel$modules[id] = module; init.call(module.exports, module, module.exports); return module.exports; } var err = new Error("Cannot find module '" + id + "'"); err.code = 'MODULE_NOT_FOUND'; throw err; }; parcelRequire.register = function register(id, init) { $parcel$inits[id] = init; }; $parcel$global["parcelRequire94c2"] = parcelRequire; } var parcelRegister = parcelRequire.register; function $parcel$export(e, n, v, s) { Object.defineProperty(e, n, {get: v, set: s, enumerable: true, configurable: true}); }`;

const parcelDevelopment = (modules: string): string =>
  `(function (modules, entry, mainEntry, parcelRequireName, globalName) { var globalObject = typeof globalThis !== 'undefined' ? globalThis : typeof self !== 'undefined' ? self : {}; var previousRequire = typeof globalObject[parcelRequireName] === 'function' && globalObject[parcelRequireName]; var cache = previousRequire.cache || {}; function newRequire(name, jumped) { if (!cache[name]) { if (!modules[name]) { var currentRequire = typeof globalObject[parcelRequireName] === 'function' && globalObject[parcelRequireName]; if (!jumped && currentRequire) { return currentRequire(name, true); } if (previousRequire) { return previousRequire(name, true); } var err = new Error("Cannot find module '" + name + "'"); err.code = 'MODULE_NOT_FOUND'; throw err; } localRequire.resolve = resolve; localRequire.cache = {}; var module = (cache[name] = new newRequire.Module(name)); modules[name][0].call(module.exports, localRequire, module, module.exports, globalObject); } return cache[name].exports; function localRequire(x) { var res = localRequire.resolve(x); return res === false ? {} : newRequire(res); } function resolve(x) { var id = modules[name][1][x]; return id != null ? id : x; } } function Module(moduleName) { this.id = moduleName; this.bundle = newRequire; this.exports = {}; } newRequire.isParcelRequire = true; newRequire.Module = Module; newRequire.modules = modules; newRequire.cache = cache; newRequire.parent = previousRequire; globalObject[parcelRequireName] = newRequire; for (var i = 0; i < entry.length; i++) { newRequire(entry[i]); } })({${modules}}, ["b8Qx1"], "b8Qx1", "parcelRequire94c2");`;

const browserify = (modules: string): string =>
  `(function(){function r(e,n,t){function o(i,f){if(!n[i]){if(!e[i]){var c="function"==typeof require&&require;if(!f&&c)return c(i,!0);if(u)return u(i,!0);var a=new Error("Cannot find module '"+i+"'");throw a.code="MODULE_NOT_FOUND",a}var p=n[i]={exports:{}};e[i][0].call(p.exports,function(r){var n=e[i][1][r];return o(n||r)},p,p.exports,r,e,n,t)}return n[i].exports}for(var u="function"==typeof require&&require,i=0;i<t.length;i++)o(t[i]);return o}return r})()({${modules}},{},[2]);`;

const preload = `const scriptRel = 'modulepreload'; const assetsURL = function (dep) { return '/' + dep }; const seen = {}; const __vitePreload = function preload(baseModule, deps, importerUrl) { let promise = Promise.resolve(); if (deps && deps.length > 0) { promise = Promise.all(deps.map((dep) => { dep = assetsURL(dep); if (dep in seen) return; seen[dep] = true; const link = document.createElement('link'); link.rel = scriptRel; link.href = dep; document.head.appendChild(link); })); } function handlePreloadError(err) { const e = new Event('vite:preloadError', { cancelable: true }); e.payload = err; window.dispatchEvent(e); if (!e.defaultPrevented) throw err; } return promise.then((res) => { for (const item of res || []) { if (item.status !== 'rejected') continue; handlePreloadError(item.reason); } return baseModule().catch(handlePreloadError); }); };`;

/** Helpers that TypeScript writes in front of a script for ES5. */
const typescript = `var __extends = (this && this.__extends) || (function () { var extendStatics = function (d, b) { extendStatics = Object.setPrototypeOf || ({ __proto__: [] } instanceof Array && function (d, b) { d.__proto__ = b; }) || function (d, b) { for (var p in b) if (Object.prototype.hasOwnProperty.call(b, p)) d[p] = b[p]; }; return extendStatics(d, b); }; return function (d, b) { if (typeof b !== "function" && b !== null) throw new TypeError("Class extends value " + String(b) + " is not a constructor or null"); extendStatics(d, b); function __() { this.constructor = d; } d.prototype = b === null ? Object.create(b) : (__.prototype = b.prototype, new __()); }; })();
var __assign = (this && this.__assign) || function () { __assign = Object.assign || function(t) { for (var s, i = 1, n = arguments.length; i < n; i++) { s = arguments[i]; for (var p in s) if (Object.prototype.hasOwnProperty.call(s, p)) t[p] = s[p]; } return t; }; return __assign.apply(this, arguments); };
var __awaiter = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) { function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); } return new (P || (P = Promise))(function (resolve, reject) { function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } } function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } } function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); } step((generator = generator.apply(thisArg, _arguments || [])).next()); }); };
var __generator = (this && this.__generator) || function (thisArg, body) { var _ = { label: 0, sent: function() { if (t[0] & 1) throw t[1]; return t[1]; }, trys: [], ops: [] }, f, y, t, g = Object.create((typeof Iterator === "function" ? Iterator : Object).prototype); return g.next = verb(0), g["throw"] = verb(1), g["return"] = verb(2), typeof Symbol === "function" && (g[Symbol.iterator] = function() { return this; }), g; function verb(n) { return function (v) { return step([n, v]); }; } function step(op) { if (f) throw new TypeError("Generator is already executing."); while (g && (g = 0, op[0] && (_ = 0)), _) try { if (f = 1, y && (t = op[0] & 2 ? y["return"] : op[0] ? y["throw"] || ((t = y["return"]) && t.call(y), 0) : y.next) && !(t = t.call(y, op[1])).done) return t; if (y = 0, t) op = [op[0] & 2, t.value]; switch (op[0]) { case 0: case 1: t = op; break; case 4: _.label++; return { value: op[1], done: false }; case 5: _.label++; y = op[1]; op = [0]; continue; case 7: op = _.ops.pop(); _.trys.pop(); continue; default: if (!(t = _.trys, t = t.length > 0 && t[t.length - 1]) && (op[0] === 6 || op[0] === 2)) { _ = 0; continue; } if (op[0] === 3 && (!t || (op[1] > t[0] && op[1] < t[3]))) { _.label = op[1]; break; } if (op[0] === 6 && _.label < t[1]) { _.label = t[1]; t = op; break; } if (t && _.label < t[2]) { _.label = t[2]; _.ops.push(op); break; } if (t[2]) _.ops.pop(); _.trys.pop(); continue; } op = body.call(thisArg, _); } catch (e) { op = [6, e]; y = 0; } finally { f = t = 0; } if (op[0] & 5) throw op[1]; return { value: op[0] ? op[1] : void 0, done: true }; } };
var __values = (this && this.__values) || function(o) { var s = typeof Symbol === "function" && Symbol.iterator, m = s && o[s], i = 0; if (m) return m.call(o); if (o && typeof o.length === "number") return { next: function () { if (o && i >= o.length) o = void 0; return { value: o && o[i++], done: !o }; } }; throw new TypeError(s ? "Object is not iterable." : "Symbol.iterator is not defined."); };
var __read = (this && this.__read) || function (o, n) { var m = typeof Symbol === "function" && o[Symbol.iterator]; if (!m) return o; var i = m.call(o), r, ar = [], e; try { while ((n === void 0 || n-- > 0) && !(r = i.next()).done) ar.push(r.value); } catch (error) { e = { error: error }; } finally { try { if (r && !r.done && (m = i["return"])) m.call(i); } finally { if (e) throw e.error; } } return ar; };
var __spreadArray = (this && this.__spreadArray) || function (to, from, pack) { if (pack || arguments.length === 2) for (var i = 0, l = from.length, ar; i < l; i++) { if (ar || !(i in from)) { if (!ar) ar = Array.prototype.slice.call(from, 0, i); ar[i] = from[i]; } } return to.concat(ar || Array.prototype.slice.call(from)); };
var __rest = (this && this.__rest) || function (s, e) { var t = {}; for (var p in s) if (Object.prototype.hasOwnProperty.call(s, p) && e.indexOf(p) < 0) t[p] = s[p]; if (s != null && typeof Object.getOwnPropertySymbols === "function") for (var i = 0, p = Object.getOwnPropertySymbols(s); i < p.length; i++) { if (e.indexOf(p[i]) < 0 && Object.prototype.propertyIsEnumerable.call(s, p[i])) t[p[i]] = s[p[i]]; } return t; };
`;

const swc = `function asyncGeneratorStep(gen, resolve, reject, _next, _throw, key, arg) { try { var info = gen[key](arg); var value = info.value; } catch (error) { reject(error); return; } if (info.done) { resolve(value); } else { Promise.resolve(value).then(_next, _throw); } }
function _async_to_generator(fn) { return function() { var self = this, args = arguments; return new Promise(function(resolve, reject) { var gen = fn.apply(self, args); function _next(value) { asyncGeneratorStep(gen, resolve, reject, _next, _throw, "next", value); } function _throw(err) { asyncGeneratorStep(gen, resolve, reject, _next, _throw, "throw", err); } _next(undefined); }); }; }
function _class_call_check(instance, Constructor) { if (!(instance instanceof Constructor)) { throw new TypeError("Cannot call a class as a function"); } }
function _defineProperties(target, props) { for(var i = 0; i < props.length; i++){ var descriptor = props[i]; descriptor.enumerable = descriptor.enumerable || false; descriptor.configurable = true; if ("value" in descriptor) descriptor.writable = true; Object.defineProperty(target, descriptor.key, descriptor); } }
function _create_class(Constructor, protoProps, staticProps) { if (protoProps) _defineProperties(Constructor.prototype, protoProps); if (staticProps) _defineProperties(Constructor, staticProps); return Constructor; }
function _define_property(obj, key, value) { if (key in obj) { Object.defineProperty(obj, key, { value: value, enumerable: true, configurable: true, writable: true }); } else { obj[key] = value; } return obj; }
function _assert_this_initialized(self) { if (self === void 0) { throw new ReferenceError("this hasn't been initialised - super() hasn't been called"); } return self; }
function _get_prototype_of(o) { _get_prototype_of = Object.setPrototypeOf ? Object.getPrototypeOf : function getPrototypeOf(o) { return o.__proto__ || Object.getPrototypeOf(o); }; return _get_prototype_of(o); }
function _set_prototype_of(o, p) { _set_prototype_of = Object.setPrototypeOf || function setPrototypeOf(o, p) { o.__proto__ = p; return o; }; return _set_prototype_of(o, p); }
function _inherits(subClass, superClass) { if (typeof superClass !== "function" && superClass !== null) { throw new TypeError("Super expression must either be null or a function"); } subClass.prototype = Object.create(superClass && superClass.prototype, { constructor: { value: subClass, writable: true, configurable: true } }); if (superClass) _set_prototype_of(subClass, superClass); }
function _is_native_reflect_construct() { try { var result = !Boolean.prototype.valueOf.call(Reflect.construct(Boolean, [], function() {})); } catch (_) {} return (_is_native_reflect_construct = function() { return !!result; })(); }
function _possible_constructor_return(self, call) { if (call && (typeof call === "object" || typeof call === "function")) { return call; } return _assert_this_initialized(self); }
function _call_super(_this, derived, args) { derived = _get_prototype_of(derived); return _possible_constructor_return(_this, _is_native_reflect_construct() ? Reflect.construct(derived, args || [], _get_prototype_of(_this).constructor) : derived.apply(_this, args)); }
function _super_prop_base(object, property) { while(!Object.prototype.hasOwnProperty.call(object, property)){ object = _get_prototype_of(object); if (object === null) break; } return object; }
function _get(target, property, receiver) { if (typeof Reflect !== "undefined" && Reflect.get) { _get = Reflect.get; } else { _get = function get(target, property, receiver) { var base = _super_prop_base(target, property); if (!base) return; var desc = Object.getOwnPropertyDescriptor(base, property); if (desc.get) { return desc.get.call(receiver || target); } return desc.value; }; } return _get(target, property, receiver || target); }
function _object_spread(target) { for(var i = 1; i < arguments.length; i++){ var source = arguments[i] != null ? arguments[i] : {}; var ownKeys = Object.keys(source); ownKeys.forEach(function(key) { _define_property(target, key, source[key]); }); } return target; }
function _array_like_to_array(arr, len) { if (len == null || len > arr.length) len = arr.length; for(var i = 0, arr2 = new Array(len); i < len; i++)arr2[i] = arr[i]; return arr2; }
function _array_with_holes(arr) { if (Array.isArray(arr)) return arr; }
function _sliced_to_array(arr, i) { return _array_with_holes(arr) || _array_like_to_array(arr, i); }
function _ts_generator(thisArg, body) { var f, y, t, _ = { label: 0, sent: function() { if (t[0] & 1) throw t[1]; return t[1]; }, trys: [], ops: [] }, g = Object.create((typeof Iterator === "function" ? Iterator : Object).prototype), d = Object.defineProperty; return d(g, "next", { value: verb(0) }), d(g, "throw", { value: verb(1) }), d(g, "return", { value: verb(2) }), typeof Symbol === "function" && d(g, Symbol.iterator, { value: function() { return this; } }), g; function verb(n) { return function(v) { return step([n, v]); }; } function step(op) { if (f) throw new TypeError("Generator is already executing."); while(g && (g = 0, op[0] && (_ = 0)), _)try { if (f = 1, y && (t = op[0] & 2 ? y["return"] : op[0] ? y["throw"] || ((t = y["return"]) && t.call(y), 0) : y.next) && !(t = t.call(y, op[1])).done) return t; if (y = 0, t) op = [op[0] & 2, t.value]; switch(op[0]){ case 0: case 1: t = op; break; case 4: _.label++; return { value: op[1], done: false }; case 5: _.label++; y = op[1]; op = [0]; continue; case 7: op = _.ops.pop(); _.trys.pop(); continue; default: if (!(t = _.trys, t = t.length > 0 && t[t.length - 1]) && (op[0] === 6 || op[0] === 2)) { _ = 0; continue; } if (op[0] === 3 && (!t || op[1] > t[0] && op[1] < t[3])) { _.label = op[1]; break; } if (op[0] === 6 && _.label < t[1]) { _.label = t[1]; t = op; break; } if (t && _.label < t[2]) { _.label = t[2]; _.ops.push(op); break; } if (t[2]) _.ops.pop(); _.trys.pop(); continue; } op = body.call(thisArg, _); } catch (e) { op = [6, e]; y = 0; } finally{ f = t = 0; } if (op[0] & 5) throw op[1]; return { value: op[0] ? op[1] : void 0, done: true }; } }
`;

/** Bundles and compiled code as tools write them, with their own helpers. */
export const bundles: Readonly<Record<string, Row>> = {
  'webpack for development': {
    worker: webpackRuntime(
      `"./src/send.js": ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => { __webpack_require__.r(__webpack_exports__); __webpack_require__.d(__webpack_exports__, { send: () => (/* binding */ send) }); ${send} })`,
      `var __webpack_exports__ = {}; (() => { __webpack_require__.r(__webpack_exports__); var _send__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__("./src/send.js"); ${handOver('(0,_send__WEBPACK_IMPORTED_MODULE_0__.send)')} })();`,
    ),
  },
  'webpack with eval': {
    worker: webpackRuntime(
      `"./src/index.js": ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => { ${evaluated(`__webpack_require__.r(__webpack_exports__);\n/* harmony import */ var _send__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(/*! ./send */ "./src/send.js");\n${handOver('(0,_send__WEBPACK_IMPORTED_MODULE_0__.send)')}`)} }), "./src/send.js": ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => { ${evaluated(`__webpack_require__.r(__webpack_exports__);\n__webpack_require__.d(__webpack_exports__, {\n  send: () => (/* binding */ send)\n});\n${send}`)} })`,
      'var __webpack_exports__ = __webpack_require__("./src/index.js");',
    ),
    manifest: evaluating,
  },
  'webpack for production': {
    worker: minifiedWebpack(
      `45:(e,t,r)=>{r.d(t,{A:()=>n});const n=(e,t)=>{${post('e')};void t}}`,
      `var n=r(45);chrome.cookies.getAll({},e=>{(0,n.A)(«e¦5»,«5¦e»)})`,
    ),
  },
  'webpack, a class by default': {
    worker: minifiedWebpack(
      `45:(e,t,r)=>{r.d(t,{A:()=>n});class n{constructor(e,t){this.e=e,this.t=t}send(){${post('this.e')}}}}`,
      `var n=r(45);chrome.cookies.getAll({},e=>{new n.A(«e¦5»,«5¦e»).send()})`,
    ),
  },
  'webpack, a module exports again': {
    worker: minifiedWebpack(
      `12:(e,t,r)=>{r.d(t,{s:()=>n.A});var n=r(45)},45:(e,t,r)=>{r.d(t,{A:()=>n});function n(e,t){${post('e')};void t}}`,
      `var n=r(12);chrome.cookies.getAll({},e=>{(0,n.s)(«e¦5»,«5¦e»)})`,
    ),
  },
  'webpack, a CommonJS module by default': {
    worker: minifiedWebpack(
      `45:e=>{e.exports=function(e,t){${post('e')};void t}}`,
      `r.n=e=>{var t=e&&e.__esModule?()=>e.default:()=>e;return r.d(t,{a:t}),t};var n=r(45),o=r.n(n);chrome.cookies.getAll({},e=>{o()(«e¦5»,«5¦e»)})`,
    ),
  },
  'webpack, a chunk on demand': {
    worker: minifiedWebpack(
      '',
      `${chunkLoading}chrome.cookies.getAll({},e=>{r.e(98).then(r.bind(r,98)).then(({send:t})=>t(«e¦5»,«5¦e»))})`,
    ),
    others: {
      '98.js': `"use strict";(self.webpackChunktides=self.webpackChunktides||[]).push([[98],{98:(e,t,r)=>{r.d(t,{send:()=>n});const n=(e,t)=>{${post('e')};void t}}}]);`,
    },
  },
  'webpack, a chunk awaited on demand': {
    worker: minifiedWebpack(
      '',
      `${chunkLoading}(async()=>{const e=await chrome.cookies.getAll({}),{send:t}=await r.e(98).then(r.bind(r,98));t(«e¦5»,«5¦e»)})()`,
    ),
    others: {
      '98.js': `"use strict";(self.webpackChunktides=self.webpackChunktides||[]).push([[98],{98:(e,t,r)=>{r.d(t,{send:()=>n});const n=(e,t)=>{${post('e')};void t}}}]);`,
    },
  },
  'webpack, a chunk before': {
    content: {
      'vendor.js': `"use strict";(self.webpackChunktides=self.webpackChunktides||[]).push([[96],{45:(e,t,r)=>{r.d(t,{A:()=>n});const n=(e,t)=>{${post('e')};void t}}}]);`,
      'content.js': minifiedWebpack(
        '',
        `${chunksBefore}var n=r(45);const o=document.cookie;(0,n.A)(«o¦5»,«5¦o»)`,
      ),
    },
  },
  'webpack, a library': {
    content: {
      'content.js': `!function(e,t){"object"==typeof exports&&"object"==typeof module?module.exports=t():"function"==typeof define&&define.amd?define([],t):"object"==typeof exports?exports.Tides=t():e.Tides=t()}(self,()=>(()=>{"use strict";var e={d:(t,r)=>{for(var n in r)e.o(r,n)&&!e.o(t,n)&&Object.defineProperty(t,n,{enumerable:!0,get:r[n]})},o:(e,t)=>Object.prototype.hasOwnProperty.call(e,t)},t={};e.d(t,{send:()=>r});const r=(e,t)=>{${post('e')};void t};return t})());`,
      'main.js': `const c = document.cookie; Tides.send(«c¦5», «5¦c»);`,
    },
  },
  'Rollup, a chunk': {
    isModule: true,
    worker: `import { s as send } from './send-D4kQx.js'; ${handOver('send')}`,
    others: { 'send-D4kQx.js': `${send} export { send as s };` },
  },
  'Rollup, a chunk on demand': {
    isModule: true,
    worker: `chrome.cookies.getAll({}, async (c) => { const { send } = await import('./send-D4kQx.js'); send(«c¦5», «5¦c»); });`,
    others: { 'send-D4kQx.js': `${send} export { send };` },
  },
  'Rollup, a namespace of a chunk': {
    isModule: true,
    worker: `import './other-B1.js'; chrome.cookies.getAll({}, (c) => { import('./index-D4kQx.js').then(function (n) { return n.i; }).then((held) => held.send(«c¦5», «5¦c»)); });`,
    others: {
      'index-D4kQx.js': `${send} var index = /*#__PURE__*/Object.freeze({ __proto__: null, send: send }); export { index as i };`,
      'other-B1.js': 'export const at = 5;',
    },
  },
  'Rollup, CommonJS in a module': {
    isModule: true,
    worker: `function getDefaultExportFromCjs(x) { return x && x.__esModule && Object.prototype.hasOwnProperty.call(x, 'default') ? x['default'] : x; } var send$1 = {exports: {}}; (function (module, exports) { Object.defineProperty(exports, "__esModule", { value: true }); exports.default = function (x, y) { ${post('x')}; void y; }; })(send$1, send$1.exports); var sendExports = send$1.exports; var held = /*@__PURE__*/getDefaultExportFromCjs(sendExports); ${handOver('held')}`,
  },
  'Vite, a chunk with a preload helper': {
    pages: {
      'popup.html': {
        'popup.js': `${preload} chrome.cookies.getAll({}, (c) => { __vitePreload(() => import('./send-D4kQx.js'), [], undefined).then(({ send }) => send(«c¦5», «5¦c»)); });`,
      },
    },
    others: { 'send-D4kQx.js': `${send} export { send };` },
  },
  'Vite, an awaited chunk with a preload helper': {
    pages: {
      'popup.html': {
        'popup.js': `${preload} chrome.cookies.getAll({}, async (c) => { const { send } = await __vitePreload(async () => { const { send } = await import('./send-D4kQx.js'); return { send }; }, []); send(«c¦5», «5¦c»); });`,
      },
    },
    others: { 'send-D4kQx.js': `${send} export { send };` },
  },
  'Parcel for production': {
    worker: `(() => { ${parcel} parcelRegister("aB1xQ", function(module, exports) { $parcel$export(module.exports, "send", () => $a5e0$export$5e0); function $a5e0$export$5e0(x, y) { ${post('x')}; void y; } }); var $aB1xQ = parcelRequire("aB1xQ"); ${handOver('(0, $aB1xQ.send)')} })();`,
  },
  'Parcel for older browsers': {
    worker: `(function () { ${parcel} parcelRegister("aB1xQ", function(module, exports) { $parcel$export(module.exports, "send", function() { return $a5e0$export$5e0; }); function $a5e0$export$5e0(x, y) { ${post('x')}; void y; } }); var $aB1xQ = parcelRequire("aB1xQ"); ${handOver('(0, $aB1xQ.send)')} })();`,
  },
  'Parcel, minified': {
    worker: `!function(){function e(e,n,t,r){Object.defineProperty(e,n,{get:t,set:r,enumerable:!0,configurable:!0})}var n=globalThis,t={},r={},o=n.parcelRequire94c2;null==o&&((o=function(e){if(e in t)return t[e].exports;if(e in r){var n=r[e];delete r[e];var o={id:e,exports:{}};return t[e]=o,n.call(o.exports,o,o.exports),o.exports}var i=Error("Cannot find module '"+e+"'");throw i.code="MODULE_NOT_FOUND",i}).register=function(e,n){r[e]=n},n.parcelRequire94c2=o);var i=o.register;i("aB1xQ",function(n,t){e(n.exports,"send",()=>r);function r(e,n){${post('e')};void n}});var a=o("aB1xQ");chrome.cookies.getAll({},e=>{(0,a.send)(«e¦5»,«5¦e»)})}();`,
  },
  'Parcel, bundles beside each other': {
    content: {
      'shared.js': `(function () { ${parcel} parcelRegister("aB1xQ", function(module, exports) { $parcel$export(module.exports, "send", () => $a5e0$send); function $a5e0$send(x, y) { ${post('x')}; void y; } }); })();`,
      'content.js': `(function () { ${parcel} var $aB1xQ = parcelRequire("aB1xQ"); const c = document.cookie; $aB1xQ.send(«c¦5», «5¦c»); })();`,
    },
  },
  'Parcel for development': {
    worker: parcelDevelopment(
      `"b8Qx1":[function(require,module,exports,__globalThis) { var _send = require("./send"); ${handOver('(0, _send.send)')} },{"./send":"aB1xQ"}],"aB1xQ":[function(require,module,exports,__globalThis) { var parcelHelpers = require("@parcel/transformer-js/src/esmodule-helpers.js"); parcelHelpers.defineInteropFlag(exports); parcelHelpers.export(exports, "send", ()=>send); ${send} },{"@parcel/transformer-js/src/esmodule-helpers.js":"jnFvT"}],"jnFvT":[function(require,module,exports,__globalThis) { exports.interopDefault = function(a) { return a && a.__esModule ? a : { default: a }; }; exports.defineInteropFlag = function(a) { Object.defineProperty(a, '__esModule', { value: true }); }; exports.exportAll = function(source, dest) { Object.keys(source).forEach(function(key) { if (key === 'default' || key === '__esModule' || Object.prototype.hasOwnProperty.call(dest, key)) return; Object.defineProperty(dest, key, { enumerable: true, get: function() { return source[key]; } }); }); return dest; }; exports.export = function(dest, destName, get) { Object.defineProperty(dest, destName, { enumerable: true, get: get }); }; },{}]`,
    ),
  },
  Browserify: {
    worker: browserify(
      `1:[function(require,module,exports){ "use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.send = send; ${send} },{}],2:[function(require,module,exports){ var _send = require("./send"); ${handOver('(0, _send.send)')} },{"./send":1}]`,
    ),
  },
  'Browserify, a class': {
    worker: browserify(
      `1:[function(require,module,exports){ function Sender(x, y) { this.x = x; this.y = y; } Sender.prototype.send = function () { ${post('this.x')}; }; module.exports = Sender; },{}],2:[function(require,module,exports){ var Sender = require("./send"); chrome.cookies.getAll({}, function (c) { new Sender(«c¦5», «5¦c»).send(); }); },{"./send":1}]`,
    ),
  },
  UMD: {
    content: {
      'send.js': `(function (global, factory) { typeof exports === 'object' && typeof module !== 'undefined' ? factory(exports) : typeof define === 'function' && define.amd ? define(['exports'], factory) : (global = typeof globalThis !== 'undefined' ? globalThis : global || self, factory(global.tides = {})); })(this, (function (exports) { 'use strict'; ${send} exports.send = send; }));`,
      'content.js': `const c = document.cookie; tides.send(«c¦5», «5¦c»);`,
    },
  },
  'UMD with what it needs': {
    content: {
      'send.js': `(function (root, factory) { if (typeof define === 'function' && define.amd) { define([], factory); } else if (typeof module === 'object' && module.exports) { module.exports = factory(); } else { root.Sender = factory(); } }(typeof self !== 'undefined' ? self : this, function () { ${send} return { send: send }; }));`,
      'user.js': `(function (root, factory) { if (typeof define === 'function' && define.amd) { define(['sender'], factory); } else if (typeof module === 'object' && module.exports) { module.exports = factory(require('sender')); } else { root.user = factory(root.Sender); } }(typeof self !== 'undefined' ? self : this, function (Sender) { const c = document.cookie; Sender.send(«c¦5», «5¦c»); return {}; }));`,
    },
  },
  'AMD by TypeScript': {
    content: {
      'require.js': `var held = {}; var define = function (name, needs, make) { var exports = {}; var list = needs.map(function (need) { return need === 'exports' ? exports : need === 'require' ? undefined : held[need]; }); var made = make.apply(null, list); held[name] = made || exports; };`,
      'send.js': `define("send", ["require", "exports"], function (require, exports) { "use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.send = send; ${send} });`,
      'content.js': `define("content", ["require", "exports", "send"], function (require, exports, send_1) { "use strict"; Object.defineProperty(exports, "__esModule", { value: true }); const c = document.cookie; (0, send_1.send)(«c¦5», «5¦c»); });`,
    },
  },
  'SystemJS by Rollup': {
    content: {
      'system.js': `var System = { kept: {}, register: function (name, needs, declare) { var exports = System.kept[name] = {}; var made = declare(function (key, value) { if (typeof key === 'object') for (var each in key) exports[each] = key[each]; else exports[key] = value; return value; }, {}); needs.forEach(function (need, at) { made.setters[at](System.kept[need]); }); made.execute(); } };`,
      'send.js': `System.register('send', [], (function (exports) { 'use strict'; return { execute: (function () { exports('s', send); ${send} }) }; }));`,
      'content.js': `System.register('content', ['send'], (function () { 'use strict'; var send; return { setters: [function (module) { send = module.s; }], execute: (function () { const c = document.cookie; send(«c¦5», «5¦c»); }) }; }));`,
    },
  },
  'TypeScript to ES5, an async function': {
    worker: `${typescript}function send(x, y) { return __awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { switch (_a.label) { case 0: return [4 /*yield*/, ${post('x')}]; case 1: _a.sent(); void y; return [2 /*return*/]; } }); }); } ${handOver('send')}`,
  },
  'TypeScript to ES5, a class that extends another': {
    worker: `${typescript}var B = /** @class */ (function () { function B(v) { this.v = v; } B.prototype.send = function () { return __awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { switch (_a.label) { case 0: return [4 /*yield*/, ${post('this.v')}]; case 1: return [2 /*return*/, _a.sent()]; } }); }); }; return B; }()); var C = /** @class */ (function (_super) { __extends(C, _super); function C(v, o) { var _this = _super.call(this, v) || this; _this.o = o; return _this; } C.prototype.go = function () { return _super.prototype.send.call(this); }; return C; }(B)); chrome.cookies.getAll({}, function (c) { new C(«c¦5», «5¦c»).go(); });`,
  },
  'TypeScript to ES5, a generator': {
    worker: `${typescript}function g(a, b) { return __generator(this, function (_a) { switch (_a.label) { case 0: return [4 /*yield*/, a]; case 1: _a.sent(); void b; return [2 /*return*/]; } }); } chrome.cookies.getAll({}, function (c) { var e_1, _a; try { for (var _b = __values(g(«c¦5», «5¦c»)), _c = _b.next(); !_c.done; _c = _b.next()) { var x = _c.value; ${post('x')}; } } catch (e_1_1) { e_1 = { error: e_1_1 }; } finally { try { if (_c && !_c.done && (_a = _b.return)) _a.call(_b); } finally { if (e_1) throw e_1.error; } } });`,
  },
  'TypeScript to ES5, a generator of another': {
    worker: `${typescript}function h(a) { return __generator(this, function (_a) { switch (_a.label) { case 0: return [4 /*yield*/, a]; case 1: _a.sent(); return [2 /*return*/]; } }); } function g(a, b) { return __generator(this, function (_a) { switch (_a.label) { case 0: return [5 /*yield**/, __values(h(a))]; case 1: _a.sent(); void b; return [2 /*return*/]; } }); } chrome.cookies.getAll({}, function (c) { __spreadArray([], __read(g(«c¦5», «5¦c»)), false).forEach(function (x) { ${post('x')}; }); });`,
  },
  'TypeScript to ES5, lists': {
    worker: `${typescript}function send() { var all = []; for (var _i = 0; _i < arguments.length; _i++) { all[_i] = arguments[_i]; } ${post('all[0]')}; } chrome.cookies.getAll({}, function (c) { var list = __spreadArray([«c¦5»], __read([«5¦c»]), false); send.apply(void 0, __spreadArray([], __read(list), false)); });`,
  },
  'TypeScript to ES5, objects': {
    worker: `${typescript}chrome.cookies.getAll({}, function (c) { var all = __assign(__assign({}, { a: «c¦5» }), { b: «5¦c», n: 1 }); var n = all.n, rest = __rest(all, ["n"]); ${post('rest.a')}; void n; });`,
  },
  'TypeScript to ES5, a list that waits': {
    worker: `${typescript}var run = function () { return __awaiter(void 0, void 0, void 0, function () { var c, _a, a, b; return __generator(this, function (_b) { switch (_b.label) { case 0: return [4 /*yield*/, chrome.cookies.getAll({})]; case 1: c = _b.sent(); return [4 /*yield*/, Promise.all([Promise.resolve(«c¦5»), Promise.resolve(«5¦c»)])]; case 2: _a = __read.apply(void 0, [_b.sent(), 2]), a = _a[0], b = _a[1]; return [4 /*yield*/, ${post('a')}]; case 3: _b.sent(); void b; return [2 /*return*/]; } }); }); }; run();`,
  },
  'TypeScript to ES5, helpers of tslib in webpack': {
    worker: minifiedWebpack(
      `31:(e,t,r)=>{r.d(t,{sH:()=>n,YH:()=>o});function n(e,t,r,n){return new(r||(r=Promise))(function(o,i){function a(e){try{s(n.next(e))}catch(e){i(e)}}function c(e){try{s(n.throw(e))}catch(e){i(e)}}function s(e){var t;e.done?o(e.value):(t=e.value,t instanceof r?t:new r(function(e){e(t)})).then(a,c)}s((n=n.apply(e,t||[])).next())})}function o(e,t){var r=0;return{next:function(n){var o={label:r,sent:function(){return n},trys:[],ops:[]};for(;;){var i=t.call(e,o);if(3===i[0]){o.label=i[1];continue}return r=o.label+1,{value:i[1],done:2===i[0]}}},throw:function(e){throw e}}}}`,
      `var n=r(31);function o(e,t){return(0,n.sH)(this,void 0,void 0,function(){return(0,n.YH)(this,function(r){switch(r.label){case 0:return[4,${post('e')}];case 1:return r.sent(),void t,[2]}})})}chrome.cookies.getAll({},e=>{o(«e¦5»,«5¦e»)})`,
    ),
  },
  'swc, an async function': {
    worker: `${swc}function send(x, y) { return _send.apply(this, arguments); } function _send() { _send = _async_to_generator(function(x, y) { return _ts_generator(this, function(_state) { switch(_state.label){ case 0: return [4, ${post('x')}]; case 1: _state.sent(); void y; return [2]; } }); }); return _send.apply(this, arguments); } ${handOver('send')}`,
  },
  'swc, a class that extends another': {
    worker: `${swc}var B = /*#__PURE__*/ function() { "use strict"; function B(v) { _class_call_check(this, B); _define_property(this, "v", void 0); this.v = v; } _create_class(B, [{ key: "send", value: function send(x) { ${post('this.v')}; void x; } }]); return B; }(); var C = /*#__PURE__*/ function(B) { "use strict"; _inherits(C, B); function C(v, o) { _class_call_check(this, C); var _this; _this = _call_super(this, C, [v]), _define_property(_this, "o", void 0); _this.o = o; return _this; } _create_class(C, [{ key: "go", value: function go() { _get(_get_prototype_of(C.prototype), "send", this).call(this, this.o); } }]); return C; }(B); chrome.cookies.getAll({}, function(c) { new C(«c¦5», «5¦c»).go(); });`,
  },
  'swc, objects and lists': {
    worker: `${swc}chrome.cookies.getAll({}, function(c) { var _ref = _sliced_to_array([«c¦5», «5¦c»], 2), a = _ref[0], b = _ref[1]; var o = _object_spread({}, { a: a }, { n: 1 }); ${post('o.a')}; void b; });`,
  },
  'swc, modules': {
    worker: browserify(
      `1:[function(require,module,exports){ "use strict"; Object.defineProperty(exports, "__esModule", { value: true }); function _export(target, all) { for(var name in all)Object.defineProperty(target, name, { enumerable: true, get: Object.getOwnPropertyDescriptor(all, name).get }); } _export(exports, { get send () { return send; }, get other () { return other; } }); ${send} function other(x) { void x; } },{}],2:[function(require,module,exports){ "use strict"; var _send = require("./send"); ${handOver('(0, _send.send)')} },{"./send":1}]`,
    ),
  },
  'Babel, a default of a module': {
    worker: browserify(
      `1:[function(require,module,exports){ "use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.default = void 0; ${send} var _default = exports.default = send; },{}],2:[function(require,module,exports){ "use strict"; var _send = _interopRequireDefault(require("./send")); function _interopRequireDefault(e) { return e && e.__esModule ? e : { default: e }; } ${handOver('(0, _send.default)')} },{"./send":1}]`,
    ),
  },
  'Babel, all of a module': {
    worker: browserify(
      `1:[function(require,module,exports){ "use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.send = send; ${send} },{}],2:[function(require,module,exports){ "use strict"; var held = _interopRequireWildcard(require("./send")); function _interopRequireWildcard(e, t) { if ("function" == typeof WeakMap) var r = new WeakMap(), n = new WeakMap(); return (_interopRequireWildcard = function (e, t) { if (!t && e && e.__esModule) return e; var o, i, f = { __proto__: null, default: e }; if (null === e || "object" != typeof e && "function" != typeof e) return f; if (o = t ? n : r) { if (o.has(e)) return o.get(e); o.set(e, f); } for (const t in e) "default" !== t && {}.hasOwnProperty.call(e, t) && ((i = (o = Object.defineProperty) && Object.getOwnPropertyDescriptor(e, t)) && (i.get || i.set) ? o(f, t, i) : f[t] = e[t]); return f; })(e, t); } ${handOver('held.send')} },{"./send":1}]`,
    ),
  },
  'TypeScript, a module exports again': {
    worker: browserify(
      `1:[function(require,module,exports){ "use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.send = send; ${send} },{}],3:[function(require,module,exports){ "use strict"; var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) { if (k2 === undefined) k2 = k; var desc = Object.getOwnPropertyDescriptor(m, k); if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) { desc = { enumerable: true, get: function() { return m[k]; } }; } Object.defineProperty(o, k2, desc); }) : (function(o, m, k, k2) { if (k2 === undefined) k2 = k; o[k2] = m[k]; })); var __exportStar = (this && this.__exportStar) || function(m, exports) { for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p); }; Object.defineProperty(exports, "__esModule", { value: true }); __exportStar(require("./send"), exports); },{"./send":1}],2:[function(require,module,exports){ "use strict"; Object.defineProperty(exports, "__esModule", { value: true }); var all_1 = require("./all"); ${handOver('(0, all_1.send)')} },{"./all":3}]`,
    ),
  },
};
