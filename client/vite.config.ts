import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8765'

export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: { target: 'es2022', outDir: 'dist', assetsInlineLimit: 0, reportCompressedSize: true },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server.replace('http', 'ws'), ws: true },
    },
  },
  // runes work in the browser's build of Svelte only
  resolve: { conditions: ['browser', 'module', 'development|production'] },
  test: { environment: 'happy-dom', include: ['test/**/*.test.ts'], css: true },
})
