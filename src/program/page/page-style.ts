import { createHash } from 'node:crypto';

/** `accent` has been checked to be `#` and hexadecimal digits. */
export function buildPageStyle(accent: string | undefined): string {
  const own =
    accent === undefined ? '' : `--pay-accent:${accent};--pay-on-accent:${chooseTextColor(accent)};`;
  return `:root{color-scheme:light dark;${own}}
*{box-sizing:border-box}
body{margin:0;padding:max(1rem,16px);font:max(1rem,16px)/1.5 system-ui,sans-serif;color:light-dark(#1b1c1f,#e8eaed);background:light-dark(#f3f5f8,#121417)}
main{max-width:28rem;margin:0 auto;padding:1.25rem;overflow-wrap:anywhere;background:light-dark(#fff,#1d1f23);border-radius:14px}
header{display:flex;align-items:center;gap:.75rem;margin-bottom:1rem}
header img{max-height:2.5rem;max-width:8rem}
header p{margin:0;font-weight:600}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 .75rem}
dl{display:grid;grid-template-columns:1fr auto;row-gap:.25rem;margin:0 0 1.25rem}
dt,dd{margin:0}
dd{padding-inline-start:1rem;text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
.total{font-weight:700;padding-top:.5rem;border-top:1px solid light-dark(#d8dce2,#3a3f47)}
a{color:inherit}
.back{margin:1.25rem 0 0}
.main{display:block;padding:.75rem 1rem;text-align:center;font-weight:600;text-decoration:none;border-radius:8px;color:var(--pay-on-accent,light-dark(#fff,#0b1b33));background:var(--pay-accent,light-dark(#0b57d0,#8ab4f8))}
:focus-visible{outline:3px solid var(--pay-accent,light-dark(#0b57d0,#8ab4f8));outline-offset:2px}`;
}

/** Black or white, whichever stands out more by the contrast of WCAG 2. */
function chooseTextColor(accent: string): string {
  const digits = accent.slice(1);
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits.slice(0, 6);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(six.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? '#000' : '#fff';
}

/** As a policy names a style that it allows. */
export const styleDigest = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
