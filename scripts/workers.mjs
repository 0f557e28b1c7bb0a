/** The files besides the server's: what a thread or a process of its own runs. */
import { defineConfig } from 'vite';

export default defineConfig({
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'build',
    emptyOutDir: false,
    copyPublicDir: false,
    rollupOptions: {
      input: {
        'route-worker': 'app/domain/routing/worker.server.ts',
        'picture-worker': 'app/domain/pictures/worker.server.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});
