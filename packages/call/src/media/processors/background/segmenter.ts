import type { SelfieSegmentation } from '@mediapipe/selfie_segmentation';

/** Files of the model, each by the address the page's own build gave it. */
const FILES: Readonly<Record<string, URL>> = {
  'selfie_segmentation.binarypb': new URL(
    '@mediapipe/selfie_segmentation/selfie_segmentation.binarypb',
    import.meta.url,
  ),
  'selfie_segmentation.tflite': new URL(
    '@mediapipe/selfie_segmentation/selfie_segmentation.tflite',
    import.meta.url,
  ),
  'selfie_segmentation_landscape.tflite': new URL(
    '@mediapipe/selfie_segmentation/selfie_segmentation_landscape.tflite',
    import.meta.url,
  ),
  'selfie_segmentation_solution_simd_wasm_bin.js': new URL(
    '@mediapipe/selfie_segmentation/selfie_segmentation_solution_simd_wasm_bin.js',
    import.meta.url,
  ),
  'selfie_segmentation_solution_simd_wasm_bin.wasm': new URL(
    '@mediapipe/selfie_segmentation/selfie_segmentation_solution_simd_wasm_bin.wasm',
    import.meta.url,
  ),
};

/** The model for pictures wider than high. */
const LANDSCAPE = 1;

interface SelfieSegmentationScript {
  SelfieSegmentation?: typeof SelfieSegmentation;
}

/** Separates a person from the background. */
export interface Segmenter {
  /** Resolves with a mask that is opaque where there is a person; valid until the next one. */
  segment(frame: HTMLVideoElement): Promise<CanvasImageSource>;
  close(): void;
}

/**
 * Loads the model from the page's own origin.
 *
 * @throws where it cannot run, as without WebGL
 */
export async function openSegmenter(): Promise<Segmenter> {
  assertWebGl();
  const Model = await loadModel();
  const model = new Model({
    locateFile(path) {
      const url = FILES[path];
      if (url === undefined) throw new Error(`This browser cannot run the model (${path}).`);
      return url.href;
    },
  });
  model.setOptions({ modelSelection: LANDSCAPE });
  let result: CanvasImageSource | null = null;
  model.onResults(({ segmentationMask }) => {
    result = segmentationMask;
  });
  const close = () => void model.close().catch(() => {});
  try {
    await model.initialize();
  } catch (error) {
    close();
    throw error;
  }
  return {
    async segment(frame) {
      result = null;
      await model.send({ image: frame });
      if (result === null) throw new Error('The model gave no result.');
      return result;
    },
    close,
  };
}

/** An old script without exports: it leaves its class on the page. */
async function loadModel(): Promise<typeof SelfieSegmentation> {
  const page = globalThis as SelfieSegmentationScript;
  if (page.SelfieSegmentation === undefined) {
    await loadScript(
      new URL('@mediapipe/selfie_segmentation/selfie_segmentation.js', import.meta.url),
    );
  }
  if (page.SelfieSegmentation === undefined) throw new Error('The model left no class to use.');
  return page.SelfieSegmentation;
}

function loadScript(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url.href;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url.pathname} did not load.`));
    script.crossOrigin = 'anonymous';
    document.head.append(script);
    script.addEventListener('load', () => script.remove());
    script.addEventListener('error', () => script.remove());
  });
}

/** Without it the model aborts in a way no caller can catch. */
function assertWebGl(): void {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) throw new Error('Background effects need WebGL, which this browser lacks.');
  context.getExtension('WEBGL_lose_context')?.loseContext();
}
