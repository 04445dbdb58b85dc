# From a clone: docker build -t docs-platform-mcp .
# The program needs only its package: no shell, no write access, no privileges.
FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN mkdir /package \
  && npm ci --ignore-scripts --no-audit --no-fund \
  && npm pack --silent --pack-destination /package
WORKDIR /app
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund /package/docs-platform-mcp-*.tgz \
  && mkdir /data \
  && chown node:node /data

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
# For the data of an embedded platform: --data /data.
COPY --from=build --chown=node:node /data /data
USER node
EXPOSE 3333
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3333/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/docs-platform-mcp/dist/cli.js"]
CMD ["serve", "--http", "--host", "0.0.0.0", "--port", "3333", "--allow-host", "localhost"]
