import type { uploads as source } from '../ar/uploads.ts'

export const uploads: typeof source = {
  file: {
    label: 'Image, video or file',
    hint: 'An image up to 8 MB, an MP4 or WebM video up to 200 MB, or a PDF, Word, Excel, PowerPoint or ZIP file up to 20 MB. Animated images become still.',
    choose: 'Choose a file',
    drop: 'or drop it here, or paste an image.',
    replace: 'Replace the file',
    remove: 'Remove the file',
    sending: (percent) => `Uploading: ${percent}%`,
    checking: 'The file has arrived and is being prepared.',
    cancel: 'Stop the upload',
    cancelled: 'The upload was stopped.',
    done: 'The file is attached.',
    removed: 'The file was removed.',
    lost: 'The connection broke before the file was complete.',
    retry: 'Try again',
    empty: 'This file is empty. Choose another one.',
    tooLarge: (megabytes) => `This file is larger than ${megabytes} MB. Choose a smaller one.`,
    onlyOne: 'A post takes one file; we took the first.',
    waits: 'The post will be sent as soon as the file is complete.',
    alt: 'Description of the image',
    altHint: 'What does it show? It is read by those who cannot see it.',
  },
  attachment: {
    unnamed: 'file',
    image: 'With a picture',
    video: 'With a video',
    file: 'With a file',
    openPicture: 'Open the picture at full size',
    download: 'Download',
  },
}
