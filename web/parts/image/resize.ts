// Pictures are resized before the upload: a phone's photo has 5 MB, the screens need 0.1 MB.

const FULL = 1280;
const THUMB = 128;
const QUALITY = 0.82;

export interface Picture {
  full: Blob;
  thumb: Blob;
  extension: 'webp' | 'jpg';
}

/** Scales down to fit a square box, never up. */
export function fitInside(width: number, height: number, box: number): { width: number; height: number } {
  const scale = Math.min(1, box / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function draw(source: ImageBitmap, box: number, type: string): Promise<Blob | null> {
  const { width, height } = fitInside(source.width, source.height, box);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  if (type === 'image/jpeg') {
    // JPEG has no transparency; without a background it turns black.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
  }
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(source, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/** Null where the browser cannot read the file as a picture. */
export async function makePicture(file: Blob): Promise<Picture | null> {
  const source = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!source) return null;
  try {
    for (const [type, extension] of [
      ['image/webp', 'webp'],
      ['image/jpeg', 'jpg'],
    ] as const) {
      const full = await draw(source, FULL, type);
      // A browser without WebP encoding answers PNG instead.
      if (full?.type !== type) continue;
      const thumb = await draw(source, THUMB, type);
      if (thumb) return { full, thumb, extension };
    }
    return null;
  } finally {
    source.close();
  }
}
