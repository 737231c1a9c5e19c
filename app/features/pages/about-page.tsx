export default function AboutPage() {
  return <main id="content">AboutPage</main>
}
