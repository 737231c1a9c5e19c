/** The page in the frame of a film of another site. */
export const embed = {
  title: (host: string) => `فيلم من ${host}`,
  play: (host: string) => `شغّل الفيلم من ${host}`,
  note: (host: string) => `يُحمَّل الفيلم من ${host} حين تضغط، وقد يحفظ الموقع بيانات عنك.`,
}
