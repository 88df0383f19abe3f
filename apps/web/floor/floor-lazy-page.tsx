/** The same text in a chunk of its own. */
export function FloorLazyPage() {
  return (
    <main>
      <h1>Anmelden</h1>
      <p>Verwaltung für Praxen: Team, Zugriffe und Protokoll an einem Ort.</p>
    </main>
  );
}
