# Every stage on the Node that development and tests use: see "node" in package.json.
FROM node:26.10.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY seeds seeds
COPY bin/print/graphiql.js bin/print/graphiql.js
RUN npm run build

FROM node:26.10.0-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages hold DuckDB's program for this platform.
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data/sealed
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=build /app/dist /app/dist
COPY package.json /app/package.json
COPY bin/pequod.js /app/bin/pequod.js
COPY schema /app/schema
# Where a SQLite store is kept unless DATABASE_URL says otherwise, and the sealed part of the ledger on either engine.
WORKDIR /data
RUN mkdir -p /data/sealed && chown -R node:node /data
VOLUME /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/pequod.js"]
CMD ["serve"]
