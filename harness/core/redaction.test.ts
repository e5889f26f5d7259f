import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENCODINGS, survives } from '../testing/secret-encodings.ts';
import { Redactor } from './redaction.ts';
import { anyObject, choice, list, object, text, word } from './schema.ts';

const redactorOf = (...values: readonly string[]) => {
  const redactor = new Redactor(Buffer.alloc(32, 7));
  for (const [index, value] of values.entries()) redactor.addSecret({ name: `SECRET_${index}`, value });
  return redactor;
};

/** A secret that neither the surrounding texts nor its replacement contain. */
const secrets = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' }),
    fc.string({ minLength: 8, maxLength: 24, unit: fc.constantFrom(...Array.from('aZ09_-+/=?&%\\"\'<>. \n\té߀😀ツ')) }),
    fc.base64String({ minLength: 12, maxLength: 40 }),
    fc.uuid().map(id => `sk_test_${id}`),
  )
  .filter(secret => secret.isWellFormed() && new Set(secret).size > 4);

describe('Secrets', () => {
  test.each(Object.keys(ENCODINGS))('none survives in a text that holds it %s', name => {
    const encode = ENCODINGS[name] as (secret: string) => string;
    fc.assert(
      fc.property(secrets, fc.constantFrom('', ' ', '<', ', ', '\n'), (secret, around) => {
        const redactor = redactorOf(secret);
        const text = around + encode(secret) + around;
        expect(redactor.leaks(text)).toEqual(['SECRET_0']);
        const clean = redactor.text(text);
        expect(clean).toContain('[redacted SECRET_0]');
        expect(survives(secret, text)).toBe(true);
        expect(survives(secret, clean)).toBe(false);
        expect(redactor.leaks(clean)).toEqual([]);
        expect(JSON.stringify(redactor.value({ a: [text], b: { [text]: 1 } }))).toBe(
          JSON.stringify({ a: [clean], b: { [clean]: 1 } }),
        );
      }),
      { numRuns: 5 },
    );
  });

  test('Only the secret is replaced, by its name', () => {
    const redactor = redactorOf('sk_test_abc', 'topsecret');
    expect(redactor.text('key sk_test_abc, signed with "topsecret" and 746f70736563726574.')).toBe(
      'key [redacted SECRET_0], signed with "[redacted SECRET_1]" and [redacted SECRET_1].',
    );
  });

  test.each([
    ['in the other case', 'SK_TEST_A1b2c3'],
    ['reversed', '3C2B1a_tset_ks'],
    ['without its first character', 'k_test_A1b2c3'],
    ['without its last character', 'sk_test_A1b2c'],
    ['reversed, in base64', Buffer.from('3C2B1a_tset_ks').toString('base64')],
    ['without its last character, in hexadecimal', Buffer.from('sk_test_a1B2C').toString('hex')],
  ])('A secret is removed %s', (_, form) => {
    expect(redactorOf('sk_test_a1B2C3').text(`key ${form}.`)).toMatch(/^key \[redacted SECRET_0\][A-Z0-9]?=?\.$/i);
  });

  test('Every secret in a text is named once', () => {
    const redactor = redactorOf('sk_test_abc', 'topsecret', 'unseen');
    expect(redactor.leaks('topsecret sk_test_abc topsecret')).toEqual(['SECRET_1', 'SECRET_0']);
    expect(redactor.leaks('nothing here')).toEqual([]);
  });

  test('Where one secret begins another, the longer one is removed whole', () => {
    const redactor = redactorOf('rotation', 'rotation-2');
    expect(redactor.text('rotation-2 rotation')).toBe('[redacted SECRET_1] [redacted SECRET_0]');
  });

  test('A secret of four characters is removed, one of three is ignored', () => {
    expect(redactorOf('k4y!').text('a k4y! b')).toBe('a [redacted SECRET_0] b');
    expect(redactorOf('k4y').text('a k4y b')).toBe('a k4y b');
    expect(redactorOf('k4y').leaks('a k4y b')).toEqual([]);
  });

  test('A secret that is added twice keeps its first name', () => {
    const redactor = redactorOf('topsecret');
    redactor.addSecret({ name: 'LATER', value: 'topsecret' });
    expect(redactor.text('topsecret')).toBe('[redacted SECRET_0]');
  });

  test('Without secrets nothing leaks and nothing changes', () => {
    const redactor = redactorOf();
    expect(redactor.leaks('sk_test_abc')).toEqual([]);
    expect(redactor.text('sk_test_abc')).toBe('sk_test_abc');
  });
});

describe('Names of people', () => {
  const account = (name: unknown, number: unknown) =>
    JSON.stringify({ status: true, data: { account_name: name, account_number: number, bank_code: '044' } });

  const redactorThatKnows = (...values: readonly string[]) => {
    const redactor = redactorOf();
    redactor.learnFrom(JSON.stringify({ account_name: values }));
    return redactor;
  };

  const cleaned = (text: string, redactor = redactorOf()) => {
    redactor.learnFrom(text);
    return redactor.text(text);
  };

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
    'account_name',
    'accountName',
    'account_number',
    'accountNumber',
    'holder_name',
    'first_name',
    'lastName',
    'full_name',
    'IBAN',
    'account\\u005fname',
  ])('The member %s is about a person', member => {
    expect(cleaned(`{"${member}": "Somebody"}`)).not.toContain('Somebody');
  });

  test.each(['name', 'bank_name', 'account', 'account_names', 'my_account_name', 'reference'])(
    'the member %s is not',
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
        const clean = JSON.parse(cleaned(text, redactor)) as { account_name: string }[];
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

  test('Digits in groups keep their groups', () => {
    expect(cleaned('{"account_number":"12-34-56 78901234"}')).toMatch(/^\{"account_number":"\d\d-\d\d-\d\d \d{8}"\}$/);
  });

  test('Request and response agree on a name in any notation', () => {
    const redactor = redactorOf();
    redactor.learnFrom('{"account_name":"Zo\\u00eb O\'Neil \\/ Söhne"}');
    const name = "Zoë O'Neil / Söhne";
    const pseudonym = redactor.text(name);
    expect(pseudonym).toMatch(/^Person [0-9a-f]{8}$/);
    expect(redactor.document('["Zo\\u00eb O\'Neil \\/ S\\u00F6hne"]')).toBe(`["${pseudonym}"]`);
    for (const written of [
      JSON.stringify(name).slice(1, -1),
      "Zo\\u00eb O'Neil / S\\u00f6hne",
      "Zo\\u00EB O'Neil / S\\u00F6hne",
      encodeURIComponent(name),
      encodeURIComponent(name).toLowerCase().replaceAll('zo', 'Zo').replaceAll("o'neil", "O'Neil").replace('s%', 'S%'),
      encodeURIComponent(name).replaceAll('%20', '+'),
      Buffer.from(name).toString('latin1'),
    ]) {
      expect(redactor.text(`<${written}>`), written).toBe(`<${pseudonym}>`);
    }
  });

  test.each(['%22', '\\n', '\\u0022', ':', ' ', '>'])('A name is found in a message after %s', before => {
    expect(redactorThatKnows('Ada Obi').text(`${before}Ada Obi`)).toMatch(/Person [0-9a-f]{8}$/);
  });

  test('A name inside a word, and a number inside a longer number, stay', () => {
    const redactor = redactorThatKnows('Anna Obi', '12345678');
    for (const text of ['Anna Obing', 'xAnna Obi', 'Anna Obi1', '9123456780', '123456789', '012345678', 'a12345678']) {
      expect(redactor.text(text)).toBe(text);
    }
  });

  test('A short name is replaced where it is one; three digits, or an empty name, identify nobody', () => {
    expect(cleaned('{"account_name":"Bob"}')).not.toContain('Bob');
    for (const text of ['{"account_number":123}', '{"account_name":""}', '{"account_name":" - "}'])
      expect(cleaned(text)).toBe(text);
  });

  test('JSON that is cut anywhere reveals no name', () => {
    const redactor = redactorOf();
    const name = 'Adébáyò Ọláwálé';
    const text = `{"data":{"account_number":"0123456789","account_name":${JSON.stringify(name)}`;
    for (let length = text.indexOf(name) + 4; length <= text.length; length++) {
      const clean = cleaned(text.slice(0, length), redactorOf());
      expect(clean).not.toContain('Adéb');
      expect(clean).not.toContain('0123456789');
    }
    expect(cleaned(`{"account_name":"Ada Obi \\u00`, redactor)).not.toContain('Ada Obi');
    expect(cleaned('{"account_name":"Ada Obi \\')).not.toContain('Ada Obi');
  });

  test('In a message, a value that is cut ends with its line', () => {
    const cut = '+ received: {"account_name":"Ada Obi","account_number":"000193…';
    const [quoted, next] = redactorOf().text(`${cut}\n  likely cause  "key" is not read`).split('\n');
    expect(quoted).toMatch(/^\+ received: \{"account_name":"Person [0-9a-f]{8}","account_number":"Person [0-9a-f]{8}$/);
    expect(next).toBe('  likely cause  "key" is not read');
  });

  test('A pseudonym has no pseudonym: what was recorded is printed as it was recorded', () => {
    const text = '{"account_name":"Person 73217888"}';
    expect(redactorOf().text(text)).toBe(text);
  });

  test('Names and texts may be long', () => {
    const name = `Ada ${'of many names '.repeat(1000)}`;
    expect(cleaned(account(name, '1234567890'))).not.toContain('of many');
    const text = `{"account_name":"Ada Obi","rest":"${'x'.repeat(4_000_000)}"}`;
    expect(cleaned(text)).not.toContain('Ada Obi');
  });

  test('A name with an escaped quote is learned whole', () => {
    expect(cleaned('{"account_name":"Ada \\"Queen\\" Obi","x":1}')).toMatch(
      /^\{"account_name":"Person [0-9a-f]{8}","x":1\}$/,
    );
  });

  test('A name under another key has another pseudonym', () => {
    const other = new Redactor(Buffer.alloc(32, 8));
    expect(cleaned(account('Ada Obi', '1234567890'), other)).not.toBe(cleaned(account('Ada Obi', '1234567890')));
  });

  test('A name of any characters is replaced', () => {
    const character = fc.nat(0xffff).map(code => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 4, maxLength: 100 }), text => {
        const redactor = redactorOf('sk_test_abc');
        redactor.learnFrom(text);
        redactor.learnFrom(`{"account_name":"${text}`);
        const name = `Ada ${text}`;
        const clean = redactor.document(JSON.stringify({ account_name: name, x: [name.length, 'rest'] }));
        expect(JSON.parse(clean)).toEqual({
          account_name: expect.stringMatching(/^Person [0-9a-f]{8}$/),
          x: [name.length, 'rest'],
        });
      }),
    );
  });
});

describe('Evidence', () => {
  const WORDS = ['data', 'code', 'USDT', 'disbursement.completed', 'order_id', 'Person', '100.00', 'true', '12345678'];

  test.each(WORDS)('is not changed by an account holder called "%s"', name => {
    const text = JSON.stringify({
      type: 'disbursement.completed',
      data: { code: 'code', currency: 'USDT', order_id: 'order_id', amount: '100.00', destination_amount: '12345678' },
      list: ['data', 'USDT', 'true', 'Person', true, 100, 12345678],
    });
    const redactor = redactorOf();
    redactor.learnFrom(JSON.stringify({ account_name: name }));
    expect(redactor.document(text)).toBe(text);
    expect(redactor.value({ type: 'USDT', data: ['code', 'disbursement.completed'] })).toEqual({
      type: 'USDT',
      data: ['code', 'disbursement.completed'],
    });
  });

  test('keeps what contains a name, and loses what equals one', () => {
    const redactor = redactorOf();
    redactor.learnFrom('{"account_name":"Ada Obi","account_number":"0123456789"}');
    const text = '{"reference":"ref Ada Obi 7","Ada Obi":1,"id":"0123456789","note":"Ada Obi","to":["0123456789"]}';
    const clean = JSON.parse(redactor.document(text)) as { note: string; to: readonly string[] };
    expect(clean).toEqual({
      ...{ reference: 'ref Ada Obi 7', 'Ada Obi': 1, id: '0123456789' },
      ...{ note: expect.stringMatching(/^Person /), to: [expect.stringMatching(/^0\d{9}$/)] },
    });
    expect(clean.to).not.toContain('0123456789');
  });

  test('has the same pseudonyms whenever a name was learned', () => {
    const text = '{"account_name":"Ada Obi","holder":"Ada Obi"}';
    const late = redactorOf();
    const written = late.value({ body: { note: 'Ada Obi' } });
    const early = redactorOf();
    early.learnFrom(text);
    expect(late.again(written)).toBeUndefined();
    late.learnFrom(text);
    expect(late.again(written)).toEqual(early.value({ body: { note: 'Ada Obi' } }));
    expect(late.document(text)).toBe(early.document(text));
  });

  test('is all personal below a personal member, at any depth', () => {
    const text = '{"account_name":{"first":["Ada",{"last":"Obi"}]},"x":"Ada"}';
    expect(cleanedOnce(text)).toMatch(
      /^\{"account_name":\{"first":\["Person \w{8}",\{"last":"Person \w{8}"\}\]\},"x":"Ada"\}$/,
    );
  });

  test('that is a form or a query loses its names', () => {
    const clean = cleanedOnce('account_number=0123456789&account_name=Ada+Obi&currency=USDT');
    expect(clean).toMatch(/^account_number=0\d{9}&account_name=Person%20\w{8}&currency=USDT$/);
    expect(clean).not.toContain('0123456789');
  });
});

const cleanedOnce = (text: string) => {
  const redactor = redactorOf();
  redactor.learnFrom(text);
  return redactor.document(text);
};

test('One name of four million characters is redacted', () => {
  const text = JSON.stringify({ account_name: `Ada ${'(a|b)* '.repeat(600_000)}`, id: 'evt_1' });
  expect(cleanedOnce(text)).toMatch(/^\{"account_name":"Person \w{8}","id":"evt_1"\}$/);
});

describe('A value with a schema', () => {
  test('keeps the names of its members, and of the words of the harness removes only secrets', () => {
    const redactor = redactorOf('status');
    redactor.learnFrom('{"account_name":"Ada Obi"}');
    const schema = object({ type: word, status: text, list: list(text), own: list(word), open: anyObject });
    const value = {
      ...{ type: 'Ada Obi', status: 'Ada Obi', list: ['Ada Obi', 7, null, true], own: ['Ada Obi', 'status'] },
      ...{ open: { 'Ada Obi': 'Ada Obi' }, undescribed: 'Ada Obi' },
    };
    const pseudonym = redactor.text('Ada Obi');
    expect(redactor.value(value, schema)).toEqual({
      ...{ type: 'Ada Obi', status: pseudonym, list: [pseudonym, 7, null, true] },
      ...{ own: ['Ada Obi', '[redacted SECRET_0]'], open: { 'Ada Obi': pseudonym }, undescribed: pseudonym },
    });
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
