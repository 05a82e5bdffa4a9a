# Node and npm of this machine.
FROM standin/bookworm
RUN apt-get update -qq && apt-get install -qq --no-install-recommends libatomic1 libstdc++6
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
