/** What a driver's phone runs beside the page (app/service-worker/worker.ts). */
import { defineConfig } from 'vite';

export default defineConfig({
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: 'build',
    emptyOutDir: false,
    copyPublicDir: false,
    rollupOptions: {
      input: 'app/service-worker/worker.ts',
      output: { entryFileNames: 'service-worker.js', format: 'iife' },
    },
  },
});
