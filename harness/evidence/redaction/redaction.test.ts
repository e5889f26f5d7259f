import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyObject, choice, list, object, text, word } from '../../base/schema.ts';
import { isPlainWord, Redactor } from './redaction.ts';

const redactorOf = (...values: readonly string[]) => {
  const redactor = new Redactor(Buffer.alloc(32, 7));
  for (const [index, value] of values.entries()) redactor.addSecret({ name: `SECRET_${index}`, value });
  return redactor;
};

/** Secrets, a text, what is left of it, and the secrets that it leaks. */
test.each<[string, string[], string, string, string[]]>([
  [
    'only the secret is replaced, by its name, and each is named once',
    ['sk_test_abc', 'topsecret', 'unseen'],
    'key sk_test_abc, signed with "topsecret" and 746f70736563726574.',
    'key [redacted SECRET_0], signed with "[redacted SECRET_1]" and [redacted SECRET_1].',
    ['SECRET_0', 'SECRET_1'],
  ],
  [
    'the longer one is removed whole where another begins it',
    ['rotation', 'rotation-2'],
    'rotation-2 rotation',
    '[redacted SECRET_1] [redacted SECRET_0]',
    ['SECRET_1', 'SECRET_0'],
  ],
  ['one of four characters is removed', ['k4y!'], 'a k4y! b', 'a [redacted SECRET_0] b', ['SECRET_0']],
  ['one of three characters is ignored', ['k4y'], 'a k4y b', 'a k4y b', []],
  [
    'one that is added twice keeps its first name',
    ['topsecret', 'topsecret'],
    'topsecret',
    '[redacted SECRET_0]',
    ['SECRET_0'],
  ],
  [
    'one in place of a name has no pseudonym',
    ['topsecret'],
    '{"account_name":"topsecret"}',
    '{"account_name":"[redacted SECRET_0]"}',
    ['SECRET_0'],
  ],
  ['nothing leaks where there are none', [], 'sk_test_abc', 'sk_test_abc', []],
])('Of secrets, %s', (_, values, text, clean, leaks) => {
  const redactor = redactorOf(...values);
  expect(redactor.leaks(text)).toEqual(leaks);
  expect(redactor.text(text)).toBe(clean);
});

const account = (name: unknown, number: unknown) =>
  JSON.stringify({ status: true, data: { account_name: name, account_number: number, bank_code: '044' } });

const cleaned = (text: string) => redactorOf().text(text);

test('A name and an account number become pseudonyms of their kind, and the rest stays', () => {
  const clean = JSON.parse(cleaned(account('Ada Obi', '0123456789'))) as { data: { [key: string]: string } };
  expect(clean).toEqual({
    status: true,
    data: {
      account_name: expect.stringMatching(/^Person [0-9a-f]{8}$/),
      account_number: expect.stringMatching(/^0\d{9}$/),
      bank_code: '044',
    },
  });
  expect(clean.data.account_number).not.toBe('0123456789');
});

test.each([
  ...['account_name', 'accountName', 'account_number', 'accountNumber', 'account\\u005fname'],
  ...['holder_name', 'first_name', 'lastName', 'full_name', 'IBAN'],
])('The member %s is about a person', member => {
  expect(cleaned(`{"${member}": "Somebody"}`)).not.toContain('Somebody');
});

test('A person in JSON within a string has the same pseudonym, and any other string keeps its escapes', () => {
  const person = '{"account_name":"Ada Obi"}';
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const written = `{"message":${JSON.stringify(person)},"data":"${encoded(person)}","other":"{\\u00e9\\/"}`;
  const clean = cleaned(written);
  expect(clean).toContain('"other":"{\\u00e9\\/"');
  expect(JSON.parse(clean)).toMatchObject({ message: cleaned(person), data: encoded(cleaned(person)) });
  expect(clean).not.toContain('Ada');
});

test.each(['name', 'bank_name', 'account', 'account_names', 'my_account_name', 'reference'])(
  'Names of people the member %s is not',
  member => {
    expect(cleaned(`{"${member}":"Somebody"}`)).toBe(`{"${member}":"Somebody"}`);
  },
);

test('Equal values stay equal and different values stay different', () => {
  const numbers = fc.stringMatching(/^\d{4,12}$/);
  const names = fc.stringMatching(/^[A-Z][a-z]{3,9} [A-Z][a-zé']{3,9}$/);
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(numbers, names), { minLength: 1, maxLength: 30 }), values => {
      const redactor = redactorOf();
      const list = values.map(value => ({ account_name: value }));
      const text = JSON.stringify([...list, ...list]);
      const clean = JSON.parse(redactor.text(text)) as { account_name: string }[];
      const pseudonyms = clean.map(({ account_name }) => account_name);
      expect(pseudonyms.slice(0, values.length)).toEqual(pseudonyms.slice(values.length));
      expect(new Set(pseudonyms).size).toBe(values.length);
      for (const [index, value] of values.entries()) {
        expect(pseudonyms[index]).not.toBe(value);
        if (/^\d+$/.test(value)) {
          expect(pseudonyms[index]).toMatch(new RegExp(`^\\d{${value.length}}$`));
          expect(pseudonyms[index]?.startsWith('0')).toBe(value.startsWith('0'));
        }
      }
      expect(redactor.text(text)).toBe(JSON.stringify(clean));
    }),
  );
});

test('A number in JSON stays a number, in any notation and wherever the text is cut', () => {
  const numbers = fc.oneof(
    fc.bigInt({ min: 1000n, max: 10n ** 40n }).map(String),
    fc.bigInt({ min: -(10n ** 20n), max: -1000n }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 1234 }).map(String),
    fc.constantFrom('1234.50', '12345e2', '1.25E-3', '98765.4321e+2'),
  );
  fc.assert(
    fc.property(numbers, number => {
      const text = `{"account_number":${number},"after":1}`;
      const clean = cleaned(text);
      expect(clean).not.toBe(text);
      const value = /^\{"account_number":(.*),"after":1\}$/.exec(clean)?.[1] ?? '';
      expect(value).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/);
      expect(value.replace(/\d/g, '0')).toBe(number.replace(/\d/g, '0'));
      expect(cleaned(`{"account_number":${number}`)).not.toContain(number);
    }),
  );
});

test('A number that lost its zeros has the pseudonym of the number, without the zeros', () => {
  const pseudonymOf = (number: string) =>
    JSON.parse(new Redactor(Buffer.alloc(32, 7)).text(JSON.stringify({ account_number: number })))
      .account_number as string;
  expect(pseudonymOf('0069000003')).toBe(`00${pseudonymOf('69000003')}`);
  expect(pseudonymOf('69000003')).not.toBe('69000003');
});

test('A name has one pseudonym in any notation', () => {
  const redactor = redactorOf();
  const name = "Zoë O'Neil / Söhne";
  const pseudonym = JSON.parse(redactor.text(JSON.stringify({ account_name: name }))).account_name as string;
  expect(redactor.text('{"account_name":"Zo\\u00eb O\'Neil \\/ S\\u00F6hne"}')).toBe(`{"account_name":"${pseudonym}"}`);
  const form = new URLSearchParams({ account_name: name }).toString();
  expect(redactor.text(form)).toBe(`account_name=${encodeURIComponent(pseudonym)}`);
});

test('JSON that is cut anywhere reveals no name', () => {
  const name = 'Adébáyò Ọláwálé';
  const text = `{"data":{"account_number":"0123456789","account_name":${JSON.stringify(name)}`;
  for (let length = text.indexOf(name) + 4; length <= text.length; length++) {
    const clean = cleaned(text.slice(0, length));
    expect(clean).not.toContain('Adéb');
    expect(clean).not.toContain('0123456789');
  }
  expect(cleaned('{"account_name":"Ada Obi \\u00')).not.toContain('Ada Obi');
  expect(cleaned('{"account_name":"Ada Obi \\')).not.toContain('Ada Obi');
});

test('A truncated value ends with its line', () => {
  const cut = '+ received: {"account_name":"Ada Obi","account_number":"000193…';
  const [quoted, next] = redactorOf().text(`${cut}\n  likely cause  "key" is not read`).split('\n');
  expect(quoted).toMatch(/^\+ received: \{"account_name":"Person [0-9a-f]{8}","account_number":"Person [0-9a-f]{8}$/);
  expect(next).toBe('  likely cause  "key" is not read');
});

test.each([
  [
    'of digits in groups keeps its groups',
    '{"account_number":"12-34-56 78901234"}',
    String.raw`"\d\d-\d\d-\d\d \d{8}"`,
  ],
  ['with an escaped quote is replaced whole', '{"account_name":"Ada \\"Queen\\" Obi"}', 'PERSON'],
  ['that is short is replaced', '{"account_name":"Bob"}', 'PERSON'],
  [
    'is all that stands below a personal member, at any depth',
    '{"account_name":{"first":["Ada",{"last":"Obi"}]}}',
    String.raw`\{"first":\[PERSON,\{"last":PERSON\}\]\}`,
  ],
])('A name %s', (_, text, value) => {
  const written = value.replaceAll('PERSON', '"Person [0-9a-f]{8}"');
  expect(cleaned(text)).toMatch(new RegExp(String.raw`^\{"account_\w+":${written}\}$`));
});

test('A form or a query loses its names', () => {
  const clean = cleaned('account_number=0123456789&account_name=Ada+Obi&currency=USDT');
  expect(clean).toMatch(/^account_number=0\d{9}&account_name=Person%20\w{8}&currency=USDT$/);
  expect(clean).not.toContain('0123456789');
});

test.each([
  '{"account_number":123}',
  '{"account_name":""}',
  '{"account_name":" - "}',
  '{"account_name":"Person 73217888"}',
])('%s identifies no person, and stays', text => expect(cleaned(text)).toBe(text));

test('A name under another key has another pseudonym', () => {
  const other = new Redactor(Buffer.alloc(32, 8));
  expect(other.text(account('Ada Obi', '1234567890'))).not.toBe(cleaned(account('Ada Obi', '1234567890')));
});

test('A name of any characters is replaced', () => {
  const character = fc.nat(0xffff).map(code => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.string({ unit: character, minLength: 4, maxLength: 100 }), text => {
      // It may break the text that it stands in.
      for (const broken of [text, `{"account_name":"${text}`]) expect(() => cleaned(broken)).not.toThrow();
      const name = `Ada ${text}`;
      expect(JSON.parse(cleaned(JSON.stringify({ account_name: name, x: [name.length, 'rest'] })))).toEqual({
        account_name: expect.stringMatching(/^Person [0-9a-f]{8}$/),
        x: [name.length, 'rest'],
      });
    }),
  );
});

test('Evidence keeps values outside personal members, even if they equal a name', () => {
  const rest = '"reference":"ref Ada Obi 7","Ada Obi":1,"id":"0123456789","note":"Ada Obi","to":["0123456789"]}';
  const clean = redactorOf().text(`{"account_name":"Ada Obi","account_number":"0123456789",${rest}`);
  expect(clean).toMatch(/^\{"account_name":"Person \w{8}","account_number":"0\d{9}",/);
  expect(clean.endsWith(`,${rest}`)).toBe(true);
  expect(clean).not.toContain('"account_number":"0123456789"');
});

test('A name of four million characters is redacted', () => {
  const text = JSON.stringify({ account_name: `Ada ${'(a|b)* '.repeat(600_000)}`, id: 'evt_1' });
  expect(redactorOf().text(text)).toMatch(/^\{"account_name":"Person \w{8}","id":"evt_1"\}$/);
});

test('A value with a schema keeps the names of its members, and loses only secrets that are words', () => {
  const redactor = redactorOf('status');
  const schema = object({ type: word, status: text, list: list(text), own: list(word), open: anyObject });
  const query = 'account_name=Ada';
  const value = {
    ...{ type: query, status: query, list: [query, 7, null, true], own: [query, 'status'] },
    ...{ open: { [query]: query }, undescribed: query },
  };
  const clean = redactor.text(query);
  expect(clean).toMatch(/^account_name=Person%20\w{8}$/);
  expect(redactor.value(value, schema)).toEqual({
    ...{ type: query, status: clean, list: [clean, 7, null, true] },
    ...{ own: [query, '[redacted SECRET_0]'], open: { [query]: clean }, undescribed: clean },
  });
});

test('A secret that is a word of the harness leaves its choices as they are', () => {
  const redactor = new Redactor(Buffer.alloc(32));
  redactor.addSecret({ name: 'SIGNING_SECRET', value: 'done' });
  const schema = object({ outcome: choice('done', 'skipped'), reason: text });
  expect(redactor.value({ outcome: 'done', reason: 'done' }, schema)).toEqual({
    outcome: 'done',
    reason: '[redacted SIGNING_SECRET]',
  });
});

test.each(['updated', 'OK', 'Done.', 'true', '204', 'order_created', 'webhook is set', 'collection.expired'])(
  '`%s` is a plain word',
  text => {
    expect(isPlainWord(text)).toBe(true);
  },
);

test.each([
  ...['', 'whsec_abc', 'sk_test_abc', 't0ken-of-orders', 'eyJhbGciOiJIUzI1NiJ9.e30', 'qzkwvjxhmbtrplys'],
  ...['aBcDefGh', '4f1c9b0e', '0123456789', 'correct-horse-battery-staple'],
])('`%s` may be a secret', text => {
  expect(isPlainWord(text)).toBe(false);
});
