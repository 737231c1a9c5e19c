export default function CoursesPage() {
  return <main id="content">CoursesPage</main>
}
