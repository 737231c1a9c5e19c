import type { pictureCrop as source } from '../ar/picture-crop.ts'

export const pictureCrop: typeof source = {
  title: 'Position your picture',
  hint: 'Drag the picture into place, or move it with the arrow keys. What is inside the circle is shown.',
  canvas: 'The part of your picture that is shown',
  zoom: 'Zoom',
  save: 'Save picture',
  cancel: 'Cancel',
  broken: 'This picture could not be read. Choose one in JPEG, PNG or WebP format.',
  another: 'Go back and choose another',
}
