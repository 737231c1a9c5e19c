export default function CoursePage() {
  return <main id="content">CoursePage</main>
}
