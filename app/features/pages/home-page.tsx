export default function HomePage() {
  return <main id="content">HomePage</main>
}
