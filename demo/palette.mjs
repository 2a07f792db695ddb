import { deflateSync, inflateSync } from 'node:zlib';

/**
 * A PNG of a browser's screenshot with a palette of its 32 most used colours: a page has few, and the picture needs a
 * quarter of the bytes.
 *
 * @param {Buffer} png 8 bits a channel, RGB or RGBA, not interlaced.
 */
export function withPalette(png) {
  const { width, height, pixels } = decode(png);
  const counts = new Map();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 32)
    .map(([color]) => color);
  const places = new Map([...counts.keys()].map((color) => [color, nearest(palette, color)]));
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((color, index) => {
    rows[Math.floor(index / width) * (width + 1) + 1 + (index % width)] = places.get(color);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const channels = (color) => [color >> 16, (color >> 8) & 255, color & 255];

function nearest(palette, color) {
  const wanted = channels(color);
  const distance = (other) => channels(other).reduce((sum, it, index) => sum + (it - wanted[index]) ** 2, 0);
  return palette.reduce((best, it, index) => (distance(it) < distance(palette[best]) ? index : best), 0);
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** The colours of a PNG, row by row, each as `0xRRGGBB`. */
function decode(png) {
  const [width, height, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
  const size = { 2: 3, 6: 4 }[type];
  if (png[24] !== 8 || !size || png[28]) throw new Error('Not a picture of a page.');
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const data = inflateSync(Buffer.concat(parts));
  const stride = width * size;
  let above = Buffer.alloc(stride);
  const pixels = [];
  for (let row = 0; row < height; row++) {
    const start = row * (stride + 1);
    above = unfilter(data[start], data.subarray(start + 1, start + 1 + stride), above, size);
    for (let at = 0; at < stride; at += size) pixels.push(above.readUIntBE(at, 3));
  }
  return { width, height, pixels };
}

/** Undoes what a row was prepared with: each byte was written as its difference from a guess. */
function unfilter(filter, line, above, size) {
  for (let at = 0; at < line.length; at++) {
    const [left, up, corner] = [line[at - size] ?? 0, above[at], above[at - size] ?? 0];
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    line[at] += guess;
  }
  return line;
}

function paeth(left, up, corner) {
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
