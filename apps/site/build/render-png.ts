import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const require = createRequire(import.meta.url);
let ready: Promise<void> | undefined;

/** Renders an SVG as a PNG, `width` pixels wide. Text in it must be outlines: no font is loaded. */
export async function renderPng(svg: string, width: number): Promise<Uint8Array> {
  ready ??= readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  await ready;
  const renderer = new Resvg(svg, { fitTo: { mode: 'width', value: width } });
  try {
    const image = renderer.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    renderer.free();
  }
}
