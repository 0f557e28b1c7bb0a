/** The one file besides the server's: what a thread of its own runs (app/domain/routing/worker.server.ts). */
import { defineConfig } from 'vite';

export default defineConfig({
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'app/domain/routing/worker.server.ts',
    outDir: 'build',
    emptyOutDir: false,
    copyPublicDir: false,
    rollupOptions: { output: { entryFileNames: 'route-worker.js' } },
  },
});
