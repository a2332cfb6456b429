"""The server: matches over HTTP and WebSocket, stored as logs; the contract is docs/protocol.md."""
