/** Reads QR codes from a camera's picture. */

export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>

/** Of the Shape Detection API, which TypeScript does not describe yet. */
type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> }

/** By the browser itself where it can, otherwise by jsQR, which is loaded only then. */
export async function qrReader(): Promise<ReadCode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  if (!BarcodeDetector || !formats?.includes('qr_code')) return scriptReader()
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

async function scriptReader(): Promise<ReadCode> {
  const { default: jsQR } = await import('jsqr')
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (!drawing || width === 0) return undefined
    canvas.width = width
    canvas.height = height
    drawing.drawImage(video, 0, 0)
    return jsQR(drawing.getImageData(0, 0, width, height).data, width, height)?.data
  }
}
