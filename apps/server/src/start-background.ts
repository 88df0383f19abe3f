export async function startBackground(_parts: object) { return { async stop() {} }; }
