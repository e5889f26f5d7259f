/** A hostile name from a service: it tries to break out of elements, attributes, tables and terminals. */
export const HOSTILE = [
  `"><script>window.pwned = 'script'</script>`,
  `<img src="https://attacker.invalid/x.png" onerror="window.pwned = 'img'">`,
  `' onmouseover='window.pwned=1' x='`,
  `]]></failure><testcase name="smuggled"/> & &lt;`,
  '`**bold**` | cell | [link](javascript:alert(1)) @everyone #1 $x$',
  'invoice\u202Egnp.exe\u0000\u001b[31m\u0085\u2028\ud800',
].join(' ');
