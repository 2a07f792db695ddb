import getPort from 'get-port';

/** Below the ports that systems hand out by themselves, so that no server of another test is given it meanwhile. */
const candidate = () => 20_000 + Math.floor(Math.random() * 12_000);

/** A port for a program that is started later. */
export const freePort = (): Promise<number> =>
  getPort({ host: '127.0.0.1', port: Array.from({ length: 20 }, candidate) });
