// Where the session is kept: on this computer until sign-out, or only until the browser closes.

const choice = 'keep-signed-in';

export function keepSignedIn(keep: boolean): void {
  localStorage.setItem(choice, String(keep));
}

const keeps = () => localStorage.getItem(choice) !== 'false';

export const sessionStore = {
  getItem: (key: string) => sessionStorage.getItem(key) ?? localStorage.getItem(key),
  setItem: (key: string, value: string) => {
    const [used, other] = keeps() ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
    used.setItem(key, value);
    other.removeItem(key);
  },
  removeItem: (key: string) => {
    localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  },
};
