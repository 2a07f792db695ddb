interface ImportMetaEnv {
  readonly VITE_PAY_BASE_URL: string;
}
