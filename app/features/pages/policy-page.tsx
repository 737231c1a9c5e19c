export default function PolicyPage() {
  return <main id="content">PolicyPage</main>
}
