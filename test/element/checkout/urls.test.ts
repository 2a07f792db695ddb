import { expect } from 'chai';
import { describe, it } from 'node:test';
import { getPageKey, parseMerchantUrl, parseTrustedUrl } from '../../../src/element/checkout/urls.js';

describe('an address that a key or a payer may be sent to', () => {
  const good: readonly (readonly [what: string, text: string, href: string])[] = [
    ['https', 'https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https on a port', 'https://api.example.com:8443/', 'https://api.example.com:8443/'],
    ['https on loopback', 'https://localhost/', 'https://localhost/'],
    ['http on localhost', 'http://localhost:4010/v1', 'http://localhost:4010/v1'],
    ['http on localhost in capitals', 'http://LOCALHOST/', 'http://localhost/'],
    ['http on a name below localhost', 'http://pay.shop.localhost/', 'http://pay.shop.localhost/'],
    ['http on 127.0.0.1', 'http://127.0.0.1/', 'http://127.0.0.1/'],
    ['http on another address of loopback', 'http://127.10.200.3/', 'http://127.10.200.3/'],
    ['http on loopback in short', 'http://127.1/', 'http://127.0.0.1/'],
    ['http on [::1]', 'http://[::1]:4010/', 'http://[::1]:4010/'],
  ];
  for (const [what, text, href] of good) {
    it(`may be ${what}`, () => {
      expect(parseTrustedUrl(text)?.href).to.equal(href);
    });
  }

  const bad: readonly (readonly [what: string, text: string])[] = [
    ['http elsewhere', 'http://api.example.com/'],
    ['http on a host that only ends like localhost', 'http://notlocalhost/'],
    ['http on a host that only starts like localhost', 'http://localhost.example.com/'],
    ['http on a host that only starts like loopback', 'http://127.0.0.1.example.com/'],
    ['http on an address that only ends like loopback', 'http://10.127.0.1/'],
    ['another scheme on loopback', 'ftp://localhost/'],
    ['a web socket on loopback', 'ws://127.0.0.1/'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a file', 'file:///etc/passwd'],
    ['a user and a password', 'https://user:secret@api.example.com/'],
    ['a user alone', 'https://user@api.example.com/'],
    ['a password alone', 'https://:secret@api.example.com/'],
    ['a user on loopback', 'http://user@localhost/'],
    ['relative to nothing', '/v1'],
    ['no address at all', 'https://'],
  ];
  for (const [what, text] of bad) {
    it(`may not be ${what}`, () => {
      expect(parseTrustedUrl(text)).to.equal(undefined);
    });
  }
});

describe('the merchant’s own endpoint', () => {
  const secure = 'https://shop.example/checkout';
  const plain = 'http://shop.internal/checkout';
  const file = 'file:///shop/checkout.html';

  const good: readonly (readonly [what: string, value: string, page: string, href: string])[] = [
    ['relative to the page', 'intent?order=1', secure, 'https://shop.example/intent?order=1'],
    ['on another host, over https', 'https://api.example/intent', secure, 'https://api.example/intent'],
    ['on loopback', 'http://localhost:3000/intent', secure, 'http://localhost:3000/intent'],
    ['over http where the page is', '/intent', plain, 'http://shop.internal/intent'],
    ['the page’s origin over http in full', 'http://shop.internal/i', plain, 'http://shop.internal/i'],
    ['over https for a page over http', 'https://api.example/i', plain, 'https://api.example/i'],
    ['over https for a page in a file', 'https://api.example/i', file, 'https://api.example/i'],
  ];
  for (const [what, value, page, href] of good) {
    it(`may be ${what}`, () => {
      expect(parseMerchantUrl(value, page)?.href).to.equal(href);
    });
  }

  const bad: readonly (readonly [what: string, value: string, page: string])[] = [
    ['over http on another host', 'http://other.internal/intent', plain],
    ['over http on another port', 'http://shop.internal:8080/intent', plain],
    ['over http for a page over https', 'http://shop.example/intent', secure],
    ['with a user and a password', 'http://user:secret@shop.internal/intent', plain],
    ['with a user', 'http://user@shop.internal/intent', plain],
    ['with a password', 'http://:secret@shop.internal/intent', plain],
    ['with a user, over https', 'https://user@shop.example/intent', secure],
    ['a script', 'javascript:alert(1)', secure],
    // Both origins are opaque, and look alike.
    ['a script for a page in a file', 'javascript:alert(1)', file],
    ['a file for a page in a file', 'intent.json', file],
    ['no address at all', 'https://', secure],
    ['relative to a page without an address', '/intent', 'about:blank'],
  ];
  for (const [what, value, page] of bad) {
    it(`may not be ${what}`, () => {
      expect(parseMerchantUrl(value, page)).to.equal(undefined);
    });
  }
});

describe('the key of a purchase that only the page names', () => {
  const page = 'https://shop.example/checkout?cart=1';
  for (const [what, hash, key] of [
    ['a page without a hash', '', ''],
    ['an empty hash', '#', ''],
    ['a place in the page', '#terms-2', ''],
    ['a route', '#/orders/7', '#/orders/7'],
    ['a number', '#7', '#7'],
    ['a route that begins like a place', '#t/7', '#t/7'],
    ['a route with another hash in it', '#orders#7', '#orders#7'],
  ] as const) {
    it(`${key ? 'has' : 'leaves out'} the hash of ${what}`, () => {
      expect(getPageKey(page + hash)).to.equal(page + key);
    });
  }
});
