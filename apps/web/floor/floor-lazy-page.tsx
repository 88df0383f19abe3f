/** Page with the same text in a separate chunk. */
export function FloorLazyPage() {
  return (
    <main>
      <h1>Anmelden</h1>
      <p>Verwaltung für Praxen: Team, Zugriffe und Protokoll an einem Ort.</p>
    </main>
  );
}
